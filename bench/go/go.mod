module modexp-bench

go 1.22

require github.com/cronokirby/saferith v0.33.0
