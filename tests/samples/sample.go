// Package sample has a bit of everything.
package sample

import (
	"fmt"
	str "strings"
)

type Shape interface {
	Area(scale float64) (float64, error)
	fmt.Stringer
}

type Square[T any, N ~int | ~string] struct {
	side  T `json:"side"`
	names map[string][]N
	*Other
}

const (
	A = iota
	B
)

var limit, other int = 3, -1

func (s *Square[T, N]) Area(scale float64) (area float64, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	for i := 0; i < limit; i++ {
		if i%2 == 0 {
			continue
		} else if i > 5 {
			break
		}
	}
	for key, value := range s.names {
		go work(key, value...)
	}
	switch x := any(scale).(type) {
	case float64, float32:
		area = x.(float64)
	default:
		return 0, nil
	}
	select {
	case v := <-make(chan int, 1):
		other += v
	default:
	}
	values := []int{1, 2: 3, limit}
	point := struct{ X, Y int }{X: 1, Y: -2}
	return area*float64(len(values[1:])) +
		float64(point.X), nil
}

func work[N any](key string, values ...N) {
	f := func(a, b int) int { return a - -b }
	str.Repeat(
		key,
		f(1, 2),
	)
loop:
	for {
		goto loop
	}
}
