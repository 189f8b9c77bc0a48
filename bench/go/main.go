// Go's math/big and saferith at the orders of another program, by lines, so that it can time them in turn with the
// contenders of other programs. The orders are those of bench/native/pow/serve.rs. There are powers only.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/cronokirby/saferith"
)

type contender struct {
	Name         string `json:"name"`
	ConstantTime bool   `json:"constantTime"`
	Powers       int    `json:"powers"`
	compute      func() *big.Int
}

// contenders for base^exponent mod m.
func contenders(m, base, exponent *big.Int) []contender {
	result := new(big.Int)
	list := []contender{{"Go math/big Exp", false, 1, func() *big.Int { return result.Exp(base, exponent, m) }}}
	// modulo even numbers saferith v0.33.0 gives 0
	if m.Bit(0) == 0 {
		return list
	}
	safeM := saferith.ModulusFromBytes(m.Bytes())
	safeBase := new(saferith.Nat).SetBytes(base.Bytes())
	safeExponent := new(saferith.Nat).SetBytes(exponent.Bytes())
	safeResult := new(saferith.Nat)
	return append(list, contender{"saferith Exp", true, 1, func() *big.Int {
		return safeResult.Exp(safeBase, safeExponent, safeM).Big()
	}})
}

func number(hex string) *big.Int {
	x, ok := new(big.Int).SetString(hex, 16)
	if !ok {
		panic("not a hexadecimal number: " + hex)
	}
	return x
}

func integer(word string) int {
	i, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return i
}

var problems [][]contender

func answer(words []string) string {
	switch words[0] {
	case "clear":
		problems = nil
		return "ok"
	case "add":
		base, _, _ := strings.Cut(words[2], ",")
		exponent, _, _ := strings.Cut(words[3], ",")
		problems = append(problems, contenders(number(words[1]), number(base), number(exponent)))
		return "ok"
	case "contenders":
		text, err := json.Marshal(problems[0])
		if err != nil {
			panic(err)
		}
		return string(text)
	case "result":
		return problems[integer(words[2])][integer(words[1])].compute().Text(16)
	case "time":
		contender, first, count := integer(words[1]), integer(words[2]), integer(words[3])
		start := time.Now()
		for i := first; i < first+count; i++ {
			problems[i%len(problems)][contender].compute()
		}
		return strconv.FormatInt(time.Since(start).Nanoseconds(), 10)
	}
	panic("unknown order: " + words[0])
}

func main() {
	fmt.Printf("Go %s, saferith v0.33.0\n", strings.TrimPrefix(runtime.Version(), "go"))
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		fmt.Println(answer(strings.Split(lines.Text(), " ")))
	}
}
