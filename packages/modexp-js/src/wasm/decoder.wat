;; Decodes the text of a module, and joins the streams of its functions. In WebAssembly, since at the first call of a process JavaScript
;; is not compiled yet: the text alone took 6 ms.
(module
  (import "m" "m" (memory 1))

  ;; Replaces the text from $at to $end by its bytes, and returns their end; they begin where the text did. Below it are, as text.ts has
  ;; it: for each character its byte, or a negative number for one that begins a pair; at 256 the place of each character in the
  ;; alphabet; from 512 on the bytes of all codes.
  (func (export "toBytes") (param $at i32) (param $end i32) (result i32)
    (local $to i32)
    (local $byte i32)
    (local.set $to (local.get $at))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $byte (i32.load16_s (i32.shl (i32.load8_u (local.get $at)) (i32.const 1))))
        (if (i32.lt_s (local.get $byte) (i32.const 0))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $byte
              (i32.load8_u (i32.sub (i32.load8_u offset=256 (i32.load8_u (local.get $at))) (local.get $byte))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (i32.store8 (local.get $to) (local.get $byte))
        (local.set $to (i32.add (local.get $to) (i32.const 1)))
        (br $next)))
    (local.get $to))

  ;; Writes the module of the streams at 0, which have the words of streams.mjs, and returns its place. From $free on memory is free.
  ;; One function without calls: an engine compiles it once, in a hurry, and runs it once.
  (func (export "join") (param $free i32) (result i32)
    (local $entries i32) ;; for each shape 64 bytes: its size, its bytes from 1 on, the number of its operands at 9, their codes
    (local $fresh i32) ;; the locals of a function that has used none, as two bytes each
    (local $recent i32) ;; the locals of the function, the last used first
    (local $module i32)
    (local $to i32) ;; the place of the next byte of the module
    (local $start i32) ;; of the function
    (local $functions i32) ;; those that are left
    (local $shapes i32) ;; the place of the next shape
    (local $lists i32) ;; the place of the next function's list of locals
    (local $entry i32)
    (local $end i32)
    (local $code i32)
    (local $stream i32)
    (local $at i32)
    (local $x i32)

    (local.set $entries (local.get $free))
    (local.set $at (i32.load (i32.const 40))) ;; dictionary
    (local.set $lists (i32.load (i32.const 36))) ;; locals
    (loop $shape
      (local.set $x (i32.load8_u (local.get $at)))
      (i64.store (local.get $free) (i64.load (local.get $at)))
      (i32.store8 offset=8 (local.get $free) (i32.load8_u offset=8 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.add (local.get $x) (i32.const 1))))
      (local.set $x (i32.add (i32.load8_u (local.get $at)) (i32.const 1)))
      (memory.copy (i32.add (local.get $free) (i32.const 9)) (local.get $at) (local.get $x))
      (local.set $at (i32.add (local.get $at) (local.get $x)))
      (local.set $free (i32.add (local.get $free) (i32.const 64)))
      (br_if $shape (i32.lt_u (local.get $at) (local.get $lists))))

    (local.set $fresh (local.get $free))
    (local.set $x (i32.const 0))
    (loop $local
      (i32.store16 (local.get $free) (local.get $x))
      (local.set $free (i32.add (local.get $free) (i32.const 2)))
      (local.set $x (i32.add (local.get $x) (i32.const 1)))
      (br_if $local (i32.lt_u (local.get $x) (i32.load (i32.const 56))))) ;; mostLocals
    (local.set $recent (local.get $free))
    (local.set $module (i32.add (local.get $free) (i32.sub (local.get $free) (local.get $fresh))))

    ;; prefix
    (local.set $x (i32.sub (i32.load (i32.const 48)) (i32.load (i32.const 44))))
    (memory.copy (local.get $module) (i32.load (i32.const 44)) (local.get $x))
    (local.set $to (i32.add (local.get $module) (local.get $x)))

    (local.set $shapes (i32.load (i32.const 0)))
    (local.set $functions (i32.load (i32.const 52)))
    (loop $function
      (memory.copy (local.get $recent) (local.get $fresh) (i32.sub (local.get $recent) (local.get $fresh)))
      ;; leaves room for the function's size
      (local.set $start (i32.add (local.get $to) (i32.const 5)))
      (local.set $x (i32.load8_u (local.get $lists)))
      (memory.copy (local.get $start) (i32.add (local.get $lists) (i32.const 1)) (local.get $x))
      (local.set $lists (i32.add (local.get $lists) (i32.add (local.get $x) (i32.const 1))))
      (local.set $to (i32.add (local.get $start) (local.get $x)))

      (block $done
        (loop $instruction
          (local.set $entry
            (i32.add (local.get $entries) (i32.shl (i32.load8_u (local.get $shapes)) (i32.const 6))))
          (local.set $shapes (i32.add (local.get $shapes) (i32.const 1)))
          (i64.store (local.get $to) (i64.load offset=1 (local.get $entry)))
          (local.set $to (i32.add (local.get $to) (i32.load8_u (local.get $entry))))
          (local.set $end (i32.add (local.get $entry) (i32.load8_u offset=9 (local.get $entry))))
          (loop $operand
            (br_if $instruction (i32.eq (local.get $entry) (local.get $end)))
            (local.set $code (i32.load8_u offset=10 (local.get $entry)))
            (local.set $entry (i32.add (local.get $entry) (i32.const 1)))
            (br_if $done (i32.eqz (local.get $code)))

            (local.set $stream (i32.shl (local.get $code) (i32.const 2)))
            (block $local
              (local.set $x (i32.sub (local.get $code) (i32.const 128)))
              (br_if $local (i32.gt_u (local.get $code) (i32.const 127)))
              (local.set $at (i32.load (local.get $stream)))
              (if (i32.eq (local.get $code) (i32.const 1)) ;; local
                (then
                  (local.set $x (i32.load8_u (local.get $at)))
                  (local.set $at (i32.add (local.get $at) (i32.const 1)))
                  (if (i32.gt_u (local.get $x) (i32.const 127))
                    (then
                      (local.set $x
                        (i32.add
                          (i32.sub (local.get $x) (i32.const 128))
                          (i32.shl (i32.load8_u (local.get $at)) (i32.const 7))))
                      (local.set $at (i32.add (local.get $at) (i32.const 1)))))
                  (i32.store (local.get $stream) (local.get $at))
                  (br $local)))

              (loop $more
                (local.set $x (i32.load8_u (local.get $at)))
                (i32.store8 (local.get $to) (local.get $x))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (local.set $to (i32.add (local.get $to) (i32.const 1)))
                (br_if $more
                  (i32.and
                    (i32.gt_u (local.get $x) (i32.const 127))
                    (i32.ne (local.get $code) (i32.const 8))))) ;; byte
              (i32.store (local.get $stream) (local.get $at))
              (br $operand))

            ;; moves the local of rank x to the front, and writes its number
            (local.set $at (i32.add (local.get $recent) (i32.shl (local.get $x) (i32.const 1))))
            (local.set $x (i32.load16_u (local.get $at)))
            (block $moved
              (loop $move
                (br_if $moved (i32.eq (local.get $at) (local.get $recent)))
                (local.set $at (i32.sub (local.get $at) (i32.const 2)))
                (i32.store16 offset=2 (local.get $at) (i32.load16_u (local.get $at)))
                (br $move)))
            (i32.store16 (local.get $recent) (local.get $x))
            (if (i32.gt_u (local.get $x) (i32.const 127))
              (then
                (i32.store8 (local.get $to) (i32.or (local.get $x) (i32.const 128)))
                (local.set $to (i32.add (local.get $to) (i32.const 1)))
                (local.set $x (i32.shr_u (local.get $x) (i32.const 7)))))
            (i32.store8 (local.get $to) (local.get $x))
            (local.set $to (i32.add (local.get $to) (i32.const 1)))
            (br $operand))))

      ;; writes the size, and moves the function behind it
      (local.set $end (local.get $to))
      (local.set $to (i32.sub (local.get $start) (i32.const 5)))
      (local.set $x (i32.sub (local.get $end) (local.get $start)))
      (loop $more
        (if (i32.gt_u (local.get $x) (i32.const 127))
          (then
            (i32.store8 (local.get $to) (i32.or (local.get $x) (i32.const 128)))
            (local.set $to (i32.add (local.get $to) (i32.const 1)))
            (local.set $x (i32.shr_u (local.get $x) (i32.const 7)))
            (br $more))))
      (i32.store8 (local.get $to) (local.get $x))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (local.set $x (i32.sub (local.get $end) (local.get $start)))
      (memory.copy (local.get $to) (local.get $start) (local.get $x))
      (local.set $to (i32.add (local.get $to) (local.get $x)))
      (local.set $functions (i32.sub (local.get $functions) (i32.const 1)))
      (br_if $function (local.get $functions)))

    ;; suffix
    (memory.copy (local.get $to) (i32.load (i32.const 48)) (i32.sub (i32.load (i32.const 40)) (i32.load (i32.const 48))))
    (local.get $module)))
