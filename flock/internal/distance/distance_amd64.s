#include "textflag.h"

// func squaresSSE(d2 *float32, mask *uint64, x, y, z *float32, turns int, px, py, pz, limit float32)
//
// SSE2 alone, so that every amd64 takes this path. Nothing is fused.
TEXT ·squaresSSE(SB), NOSPLIT, $0-64
	MOVQ  d2+0(FP), DI
	MOVQ  mask+8(FP), SI
	MOVQ  x+16(FP), R8
	MOVQ  y+24(FP), R9
	MOVQ  z+32(FP), R10
	MOVQ  turns+40(FP), CX
	MOVSS px+48(FP), X8
	MOVSS py+52(FP), X9
	MOVSS pz+56(FP), X10
	MOVSS limit+60(FP), X11
	SHUFPS $0, X8, X8
	SHUFPS $0, X9, X9
	SHUFPS $0, X10, X10
	SHUFPS $0, X11, X11

eight:
	MOVUPS (R8), X0
	MOVUPS 16(R8), X1
	SUBPS  X8, X0
	SUBPS  X8, X1
	MULPS  X0, X0
	MULPS  X1, X1
	MOVUPS (R9), X2
	MOVUPS 16(R9), X3
	SUBPS  X9, X2
	SUBPS  X9, X3
	MULPS  X2, X2
	MULPS  X3, X3
	ADDPS  X2, X0
	ADDPS  X3, X1
	MOVUPS (R10), X2
	MOVUPS 16(R10), X3
	SUBPS  X10, X2
	SUBPS  X10, X3
	MULPS  X2, X2
	MULPS  X3, X3
	ADDPS  X2, X0
	ADDPS  X3, X1
	MOVUPS X0, (DI)
	MOVUPS X1, 16(DI)
	CMPPS  X11, X0, $1
	CMPPS  X11, X1, $1
	MOVMSKPS X0, AX
	MOVMSKPS X1, BX
	SHLL   $4, BX
	ORL    BX, AX
	MOVB   AX, (SI)
	ADDQ   $32, R8
	ADDQ   $32, R9
	ADDQ   $32, R10
	ADDQ   $32, DI
	INCQ   SI
	DECQ   CX
	JNZ    eight
	RET
