package facing

import (
	"slices"
	"strings"
	"unicode"
)

type part int

const (
	noPart part = iota
	head
	face // part that faces forward on a head, such as a beak
	tail
	foot
	wing
)

// vocabulary lists words for parts of a body, in lower case. The languages are English, German, French,
// Spanish, Italian, Portuguese, Chinese, and Russian and Japanese, both also transcribed. A word that ends in
// "." must be a whole word.
var vocabulary = []struct {
	part  part
	words string
}{
	{face, `beak bill. bills. snout muzzle jaw nose. nostril mouth eye. eyes. eyel eyer lefteye righteye eyeball eyebrow eyelid
		pupil iris. tongue teeth tooth fang whisker lips. lip. antenna antennae tusk rostrum proboscis mandible face.
		schnabel schnauze auge. augen. maul. mund. nase. kiefer zunge. zahn zähne fühler
		bec. museau gueule oeil œil yeux nez. bouche. mâchoire machoire langue. dent. dents.
		pico. hocico ojo. ojos. nariz boca. mandibula mandíbula lengua. diente dientes
		becco muso. occhio occhi. naso. bocca. mascella lingua. denti.
		bico. focinho olho olhos queixo
		klyuv kluv glaz. glaza. yazyk клюв глаз нос. рот. морда язык зуб
		kuchibashi hana. kuchi. くちばし 嘴 喙 目 眼 鼻 口 舌 牙 歯 牙齿`},
	{head, `head neck. neck0 neck1 neck2 skull. ear. ears. horn. horns. mane. crest. comb. hair.
		kopf hals. ohr. ohren. mähne tête tete. cou. oreille crinière
		cabeza cuello oreja cuerno testa. collo. orecchio cabeça cabeca pescoço pescoco orelha
		golova sheya shea. голова шея ухо уши рог.
		atama kubi. 頭 首 头 脖 颈 耳`},
	{tail, `tail. tail tails. stinger abdomen rump. fluke
		schwanz schweif stachel hinterleib queue. croupe rabo. abdomen cauda coda. codino
		hvost khvost xvost хвост жало shippo 尾 しっぽ 尾巴`},
	{foot, `foot feet. toe. toes. toe0 toe1 toe2 toebase leg. legs. leg0 leg1 leg2 leftleg rightleg upleg upperleg lowerleg thigh shin. calf. knee ankle claw talon paw. paws. hoof hooves
		bein fuss fuß füße zehe kralle pfote huf. jambe. patte pied. pieds. orteil griffe sabot
		pierna pata. patas. pies. garra pezuña gamba. gambe. zampa piede. piedi. artiglio
		perna. pé. pés. noga. лапа нога ноги коготь ashi. 足 脚 腿 爪`},
	{wing, `wing feather. flügel fluegel flugel. aile. ailes. ala. alas. asa. asas. krylo крыло крыл hane. tsubasa 翼 羽 翅`},
}

// notParts lists words that contain a word of the vocabulary but name no part. They are first removed from
// names.
var notParts = []string{"owing", "being", "beaker", "detail", "cocktail", "headlight", "header", "heading", "overhead", "ahead", "swing", "drawing", "billboard",
	"footage", "footer", "football"}

// lexicon contains the vocabulary of each part: whole words, and other words.
var lexicon = func() (out [wing + 1]struct {
	words   map[string]bool
	partial []string
}) {
	for _, v := range vocabulary {
		words := &out[v.part]
		if words.words == nil {
			words.words = map[string]bool{}
		}
		for _, w := range strings.Fields(v.words) {
			if exact, isExact := strings.CutSuffix(w, "."); isExact {
				words.words[exact] = true
			} else {
				words.partial = append(words.partial, w)
			}
		}
	}
	return out
}()

// partOf returns the part that a name mentions. A tail feather or tail fin is the tail.
func partOf(name string) part {
	lower := strings.ToLower(name)
	for _, n := range notParts {
		lower = strings.ReplaceAll(lower, n, "")
	}
	words := WordsOf(name)
	for _, p := range []part{tail, face, head, foot, wing} {
		of := &lexicon[p]
		isWhole := func(w string) bool { return of.words[w] }
		if slices.ContainsFunc(words, isWhole) || slices.ContainsFunc(of.partial, func(w string) bool { return strings.Contains(lower, w) }) {
			return p
		}
	}
	return noPart
}

// WordsOf splits a name into words in lower case. A word begins at a capital letter after a small letter, and
// after a character that is not a letter.
func WordsOf(name string) (words []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = nil
	}
	for _, r := range name {
		if len(word) > 0 && unicode.IsUpper(r) && unicode.IsLower(word[len(word)-1]) || !unicode.IsLetter(r) {
			end()
		}
		if unicode.IsLetter(r) {
			word = append(word, r)
		}
	}
	end()
	return words
}

// leftWords and rightWords contain words in the languages of vocabulary.
var (
	leftWords  = strings.Fields("l left lft links linke linker linkes gauche sinistra sinistro sx izquierda izquierdo izq esquerda esquerdo esq lev levaya levyy левый левая левое лев hidari")
	rightWords = strings.Fields("r right rgt rechts rechte rechter rechtes droite droit destra destro dx derecha derecho der direita direito prav pravaya pravyy правый правая правое прав migi")
)

// sideOf returns 1 for the name of a part on the left, -1 for one on the right, and 0 for other names. It
// also returns the name without the side, which is the same for both parts.
func sideOf(name string) (side float32, rest string) {
	words := WordsOf(name)
	for k, w := range words {
		switch {
		case slices.Contains(leftWords, w):
			side = 1
		case slices.Contains(rightWords, w):
			side = -1
		default:
			continue
		}
		words[k] = "*"
		return side, strings.Join(words, " ") + digitsOf(name)
	}
	lower := strings.ToLower(name)
	left, right := firstMark(lower, "left", "links", "左"), firstMark(lower, "right", "rechts", "右")
	if (left == "") == (right == "") {
		return 0, ""
	}
	before, after, _ := strings.Cut(lower, left+right)
	side = 1
	if left == "" {
		side = -1
	}
	return side, before + "*" + after
}

func firstMark(name string, marks ...string) string {
	for _, m := range marks {
		if strings.Contains(name, m) {
			return m
		}
	}
	return ""
}

func digitsOf(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, name)
}

var (
	frontWords = strings.Fields("front fore frontal anterior vorder vorn vorne avant delantera delantero anteriore dianteira dianteiro frente pered передняя передний перед mae")
	hindWords  = strings.Fields("hind rear back posterior hinter hinten arriere arrière trasera trasero posteriore traseira traseiro zad задняя задний зад ushiro")
)

// endOf returns 1 for the name of a front leg or wing, -1 for a hind one, and 0 for other names. p is the
// part in the name.
func endOf(name string, p part) float32 {
	if p != foot && p != wing {
		return 0
	}
	lower := strings.ToLower(name)
	for _, w := range WordsOf(name) {
		switch {
		case slices.Contains(frontWords, w):
			return 1
		case slices.Contains(hindWords, w):
			return -1
		}
	}
	front, hind := firstMark(lower, "front", "vorder", "前"), firstMark(lower, "hind", "back", "hinter", "後", "后")
	switch {
	case front != "" && hind == "":
		return 1
	case hind != "" && front == "":
		return -1
	}
	return 0
}
