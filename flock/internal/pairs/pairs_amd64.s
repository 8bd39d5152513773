#include "textflag.h"

// func meetSSE(sums, all *Lanes, i int, mask, near *uint64, words int, d2 *float32, limit uint32)
//
// X0 to X3 gather the sum of i, X4 to X7 hold its own lanes.
TEXT ·meetSSE(SB), NOSPLIT, $0-60
	MOVQ sums+0(FP), DI
	MOVQ all+8(FP), SI
	MOVQ i+16(FP), R8
	MOVQ mask+24(FP), R9
	MOVQ near+32(FP), R10
	MOVQ words+40(FP), R11
	MOVQ d2+48(FP), R12
	MOVL limit+56(FP), R13
	SHLQ $6, R8
	MOVUPD (SI)(R8*1), X4
	MOVUPD 16(SI)(R8*1), X5
	MOVUPD 32(SI)(R8*1), X6
	MOVUPD 48(SI)(R8*1), X7
	MOVUPD (DI)(R8*1), X0
	MOVUPD 16(DI)(R8*1), X1
	MOVUPD 32(DI)(R8*1), X2
	MOVUPD 48(DI)(R8*1), X3

word:
	MOVQ  (R9), DX
	XORL  BX, BX
	TESTQ DX, DX
	JZ    next

pair:
	BSFQ DX, CX
	LEAQ -1(DX), AX
	ANDQ AX, DX
	XORL AX, AX
	CMPL (R12)(CX*4), R13
	SETCS AX
	SHLQ CX, AX
	ORQ  AX, BX
	SHLQ $6, CX
	MOVUPD (SI)(CX*1), X8
	MOVUPD 16(SI)(CX*1), X9
	MOVUPD 32(SI)(CX*1), X10
	MOVUPD 48(SI)(CX*1), X11
	ADDPD  X8, X0
	ADDPD  X9, X1
	ADDPD  X10, X2
	ADDPD  X11, X3
	MOVUPD (DI)(CX*1), X8
	MOVUPD 16(DI)(CX*1), X9
	MOVUPD 32(DI)(CX*1), X10
	MOVUPD 48(DI)(CX*1), X11
	ADDPD  X4, X8
	ADDPD  X5, X9
	ADDPD  X6, X10
	ADDPD  X7, X11
	MOVUPD X8, (DI)(CX*1)
	MOVUPD X9, 16(DI)(CX*1)
	MOVUPD X10, 32(DI)(CX*1)
	MOVUPD X11, 48(DI)(CX*1)
	TESTQ DX, DX
	JNZ   pair

next:
	MOVQ BX, (R10)
	ADDQ $8, R9
	ADDQ $8, R10
	ADDQ $256, R12
	ADDQ $4096, SI
	ADDQ $4096, DI
	DECQ R11
	JNZ  word

	MOVQ sums+0(FP), DI
	MOVUPD X0, (DI)(R8*1)
	MOVUPD X1, 16(DI)(R8*1)
	MOVUPD X2, 32(DI)(R8*1)
	MOVUPD X3, 48(DI)(R8*1)
	RET
