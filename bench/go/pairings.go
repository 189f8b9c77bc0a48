package main

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	blsScalars "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	bnScalars "github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

// pairings are gnark-crypto's contenders of a kind for the curve modulo p. P = k·G1 and Q = l·G2 are made before; a value, which
// differs between libraries by a fixed exponent, is 1 if it is the right power of e(G1, G2), and 0 if not. A sum is
// Σ (i + 1)·factors[i]·P.
func pairings(kind string, p, k, l *big.Int, factors []*big.Int) []contender {
	list := []contender{}
	switch {
	case p.Cmp(bls12381.ID.BaseField()) == 0:
		list = append(list, ofBls12381(kind, k, l, factors))
	case p.Cmp(bn254.ID.BaseField()) == 0:
		list = append(list, ofBn254(kind, k, l, factors))
	}
	return list
}

func judged(right bool) []*big.Int {
	if right {
		return []*big.Int{big.NewInt(1)}
	}
	return []*big.Int{new(big.Int)}
}

func integers(coefficients ...interface{ BigInt(*big.Int) *big.Int }) []*big.Int {
	var list []*big.Int
	for _, x := range coefficients {
		list = append(list, x.BigInt(new(big.Int)))
	}
	return list
}

// must fails on errors, which good points do not have.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func ofBls12381(kind string, k, l *big.Int, factors []*big.Int) contender {
	_, _, g1, g2 := bls12381.Generators()
	var p bls12381.G1Affine
	var q bls12381.G2Affine
	p.ScalarMultiplication(&g1, k)
	q.ScalarMultiplication(&g2, l)
	pair := func(p []bls12381.G1Affine, q []bls12381.G2Affine) bls12381.GT { return must(bls12381.Pair(p, q)) }
	base := pair([]bls12381.G1Affine{g1}, []bls12381.G2Affine{g2})
	exponent := new(big.Int).Mul(k, l)
	var value, want bls12381.GT
	isRight := func() []*big.Int {
		want.Exp(base, exponent)
		return judged(value.Equal(&want))
	}
	switch kind {
	case "g1":
		var out bls12381.G1Affine
		return contender{"gnark-crypto ScalarMultiplication, G1", false, 1,
			func() { out.ScalarMultiplication(&p, l) },
			func() []*big.Int { return integers(&out.X, &out.Y) },
		}
	case "g2":
		var out bls12381.G2Affine
		return contender{"gnark-crypto ScalarMultiplication, G2", false, 1,
			func() { out.ScalarMultiplication(&q, k) },
			func() []*big.Int { return integers(&out.X.A0, &out.X.A1, &out.Y.A0, &out.Y.A1) },
		}
	case "gt":
		return contender{"gnark-crypto CyclotomicExp", false, 1,
			func() { value.CyclotomicExp(base, k) },
			func() []*big.Int {
				want = pair([]bls12381.G1Affine{p}, []bls12381.G2Affine{g2})
				return judged(value.Equal(&want))
			},
		}
	case "sum":
		var next, out bls12381.G1Jac
		points := make([]bls12381.G1Jac, len(factors))
		scalars := make([]blsScalars.Element, len(factors))
		for i, factor := range factors {
			next.AddMixed(&p)
			points[i] = next
			scalars[i].SetBigInt(factor)
		}
		bases := bls12381.BatchJacobianToAffineG1(points)
		var sum bls12381.G1Affine
		return contender{"gnark-crypto MultiExp", false, 1,
			func() {
				must(out.MultiExp(bases, scalars, ecc.MultiExpConfig{NbTasks: 1}))
				sum.FromJacobian(&out)
			},
			func() []*big.Int { return integers(&sum.X, &sum.Y) },
		}
	case "pairing":
		ps, qs := []bls12381.G1Affine{p}, []bls12381.G2Affine{q}
		return contender{"gnark-crypto Pair", false, 1, func() { value = pair(ps, qs) }, isRight}
	default:
		exponent.Add(exponent, big.NewInt(1))
		ps, qs := []bls12381.G1Affine{p, g1}, []bls12381.G2Affine{q, g2}
		return contender{"gnark-crypto Pair of 2", false, 1, func() { value = pair(ps, qs) }, isRight}
	}
}

func ofBn254(kind string, k, l *big.Int, factors []*big.Int) contender {
	_, _, g1, g2 := bn254.Generators()
	var p bn254.G1Affine
	var q bn254.G2Affine
	p.ScalarMultiplication(&g1, k)
	q.ScalarMultiplication(&g2, l)
	pair := func(p []bn254.G1Affine, q []bn254.G2Affine) bn254.GT { return must(bn254.Pair(p, q)) }
	base := pair([]bn254.G1Affine{g1}, []bn254.G2Affine{g2})
	exponent := new(big.Int).Mul(k, l)
	var value, want bn254.GT
	isRight := func() []*big.Int {
		want.Exp(base, exponent)
		return judged(value.Equal(&want))
	}
	switch kind {
	case "g1":
		var out bn254.G1Affine
		return contender{"gnark-crypto ScalarMultiplication, G1", false, 1,
			func() { out.ScalarMultiplication(&p, l) },
			func() []*big.Int { return integers(&out.X, &out.Y) },
		}
	case "g2":
		var out bn254.G2Affine
		return contender{"gnark-crypto ScalarMultiplication, G2", false, 1,
			func() { out.ScalarMultiplication(&q, k) },
			func() []*big.Int { return integers(&out.X.A0, &out.X.A1, &out.Y.A0, &out.Y.A1) },
		}
	case "gt":
		return contender{"gnark-crypto CyclotomicExp", false, 1,
			func() { value.CyclotomicExp(base, k) },
			func() []*big.Int {
				want = pair([]bn254.G1Affine{p}, []bn254.G2Affine{g2})
				return judged(value.Equal(&want))
			},
		}
	case "sum":
		var next, out bn254.G1Jac
		points := make([]bn254.G1Jac, len(factors))
		scalars := make([]bnScalars.Element, len(factors))
		for i, factor := range factors {
			next.AddMixed(&p)
			points[i] = next
			scalars[i].SetBigInt(factor)
		}
		bases := bn254.BatchJacobianToAffineG1(points)
		var sum bn254.G1Affine
		return contender{"gnark-crypto MultiExp", false, 1,
			func() {
				must(out.MultiExp(bases, scalars, ecc.MultiExpConfig{NbTasks: 1}))
				sum.FromJacobian(&out)
			},
			func() []*big.Int { return integers(&sum.X, &sum.Y) },
		}
	case "pairing":
		ps, qs := []bn254.G1Affine{p}, []bn254.G2Affine{q}
		return contender{"gnark-crypto Pair", false, 1, func() { value = pair(ps, qs) }, isRight}
	default:
		exponent.Add(exponent, big.NewInt(1))
		ps, qs := []bn254.G1Affine{p, g1}, []bn254.G2Affine{q, g2}
		return contender{"gnark-crypto Pair of 2", false, 1, func() { value = pair(ps, qs) }, isRight}
	}
}
