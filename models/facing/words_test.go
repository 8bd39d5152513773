package facing

import "testing"

// TestPartOf checks names of parts in several languages and programs, and words that only resemble a part.
func TestPartOf(t *testing.T) {
	for name, want := range map[string]part{
		"Head": head, "Bip01_Head.001": head, "mixamorig:Neck": head, "kopf": head, "Tête": head, "cabeza_02": head,
		"testa": head, "Cabeça": head, "голова": head, "Atama": head, "頭": head, "头部": head, "Skull": head,
		"Beak_orange": face, "eye.L": face, "LeftEye": face, "Schnabel": face, "bec": face, "pico": face, "becco": face,
		"клюв": face, "kuchibashi": face, "くちばし": face, "喙": face, "jaw_end": face, "Antenna.R": face,
		"Tail_3": tail, "tailFeather": tail, "Schwanz": tail, "queue": tail, "coda": tail, "rabo": tail, "хвост": tail,
		"shippo": tail, "尻尾": tail, "尾巴": tail,
		"foot.R": foot, "LeftToeBase": foot, "Pata": foot, "нога": foot, "足": foot, "Claw1": foot,
		"Wing.L.001": wing, "Flügel": wing, "aile_g": wing, "ala": wing, "крыло": wing, "tsubasa": wing, "翼": wing,
		"Armature": noPart, "Billboard": noPart, "detail_04": noPart, "Swing": noPart, "Header": noPart, "Body": noPart,
		"Scala": noPart, "": noPart, "Cube.001": noPart, "spine": noPart, "encode": noPart, "Bear": noPart, "Legend": noPart,
		"wing_rot.L": wing, "pelvis_rot": noPart, "Being": noPart, "Following": noPart, "Pie": noPart, "Beaker": noPart, "Cola": noPart,
	} {
		if got := partOf(name); got != want {
			t.Errorf("%q is %v, want %v", name, got, want)
		}
	}
}

// TestSideOf checks the side and the end of a body for several names. Without the side, left and right names
// must be the same.
func TestSideOf(t *testing.T) {
	for _, pair := range [][2]string{
		{"Wing.L", "Wing.R"}, {"wing_l_2", "wing_r_2"}, {"mixamorig:LeftArm", "mixamorig:RightArm"}, {"Bip01 L Thigh", "Bip01 R Thigh"},
		{"Flügel_links", "Flügel_rechts"}, {"aile_gauche", "aile_droite"}, {"ala_izquierda", "ala_derecha"}, {"левое_крыло", "правое_крыло"},
		{"左翼", "右翼"}, {"wingleft", "wingright"}, {"L_wing", "R_wing"}, {"hidari hane", "migi hane"}, {"asa.esquerda", "asa.direita"},
	} {
		left, restLeft := sideOf(pair[0])
		right, restRight := sideOf(pair[1])
		if left != 1 || right != -1 || restLeft != restRight {
			t.Errorf("%q has the side %v and the rest %q, %q has %v and %q", pair[0], left, restLeft, pair[1], right, restRight)
		}
	}
	for _, name := range []string{"Wing", "左右翼", "Leg1", "tail", "Global", ""} {
		if side, _ := sideOf(name); side != 0 {
			t.Errorf("%q has the side %v, want none", name, side)
		}
	}
	for name, want := range map[string]float32{"front_leg.L": 1, "HindLeg_R": -1, "back": 0, "Vorderbein": 1, "leg": 0, "前后腿": 0, "后腿": -1} {
		if got := endOf(name, partOf(name)); got != want {
			t.Errorf("%q has the end %v, want %v", name, got, want)
		}
	}
}
