// Go's math/big and saferith, and gnark-crypto's pairings, at the orders of another program, by lines, so that it can time them in
// turn with the contenders of other programs. The orders are those of tools/peers/src/serve.rs. There are powers and pairings only.
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
	compute      func()
	// of the last computation
	results func() []*big.Int
}

// contenders for base^exponent mod m.
func contenders(m, base, exponent *big.Int) []contender {
	result := new(big.Int)
	list := []contender{{"Go math/big Exp", false, 1,
		func() { result.Exp(base, exponent, m) },
		func() []*big.Int { return []*big.Int{result} },
	}}
	// modulo even numbers saferith v0.33.0 gives 0
	if m.Bit(0) == 0 {
		return list
	}
	safeM := saferith.ModulusFromBytes(m.Bytes())
	safeBase := new(saferith.Nat).SetBytes(base.Bytes())
	safeExponent := new(saferith.Nat).SetBytes(exponent.Bytes())
	safeResult := new(saferith.Nat)
	return append(list, contender{"saferith Exp", true, 1,
		func() { safeResult.Exp(safeBase, safeExponent, safeM) },
		func() []*big.Int { return []*big.Int{safeResult.Big()} },
	})
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

// numbers of a list with commas, where a minus sign is an empty one.
func numbers(words string) []*big.Int {
	var list []*big.Int
	for _, word := range strings.Split(words, ",") {
		if word != "-" {
			list = append(list, number(word))
		}
	}
	return list
}

var kind string
var problems [][]contender

func answer(words []string) string {
	switch words[0] {
	case "clear":
		kind = words[1]
		problems = nil
		return "ok"
	case "add":
		m, exponents := number(words[1]), numbers(words[3])
		if kind == "power" {
			problems = append(problems, contenders(m, numbers(words[2])[0], exponents[0]))
		} else {
			problems = append(problems, pairings(kind, m, exponents[0], exponents[1], exponents[2:]))
		}
		return "ok"
	case "contenders":
		text, err := json.Marshal(problems[0])
		if err != nil {
			panic(err)
		}
		return string(text)
	case "result":
		var results []string
		contender := problems[integer(words[2])][integer(words[1])]
		contender.compute()
		for _, x := range contender.results() {
			results = append(results, x.Text(16))
		}
		return strings.Join(results, ",")
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
	fmt.Printf("Go %s, saferith v0.33.0, gnark-crypto v0.22.0\n", strings.TrimPrefix(runtime.Version(), "go"))
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		fmt.Println(answer(strings.Split(lines.Text(), " ")))
	}
}
