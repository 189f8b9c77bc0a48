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

  ;; The place of the next byte of the output.
  (global $to (mut i32) (i32.const 0))

  ;; The locals, the last used first: their numbers as two bytes each.
  (global $recent (mut i32) (i32.const 0))

  (func $write (param $byte i32)
    (i32.store8 (global.get $to) (local.get $byte))
    (global.set $to (i32.add (global.get $to) (i32.const 1))))

  (func $copy (param $from i32) (param $size i32)
    (memory.copy (global.get $to) (local.get $from) (local.get $size))
    (global.set $to (i32.add (global.get $to) (local.get $size))))

  ;; Writes a number in LEB128.
  (func $write_number (param $x i32)
    (loop $more
      (if (i32.gt_u (local.get $x) (i32.const 127))
        (then
          (call $write (i32.or (local.get $x) (i32.const 128)))
          (local.set $x (i32.shr_u (local.get $x) (i32.const 7)))
          (br $more))))
    (call $write (local.get $x)))

  ;; Takes the next byte of the stream; the word at $stream is its place.
  (func $take (param $stream i32) (result i32)
    (local $at i32)
    (local.set $at (i32.load (local.get $stream)))
    (i32.store (local.get $stream) (i32.add (local.get $at) (i32.const 1)))
    (i32.load8_u (local.get $at)))

  ;; Takes a number in LEB128.
  (func $take_number (param $stream i32) (result i32)
    (local $x i32)
    (local $shift i32)
    (local $byte i32)
    (loop $more
      (local.set $byte (call $take (local.get $stream)))
      (local.set $x
        (i32.or (local.get $x) (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (br_if $more (i32.gt_u (local.get $byte) (i32.const 127))))
    (local.get $x))

  ;; Writes the local of this rank, which is then the first.
  (func $write_local (param $rank i32)
    (local $size i32)
    (local $number i32)
    (local.set $size (i32.shl (local.get $rank) (i32.const 1)))
    (local.set $number (i32.load16_u (i32.add (global.get $recent) (local.get $size))))
    (memory.copy (i32.add (global.get $recent) (i32.const 2)) (global.get $recent) (local.get $size))
    (i32.store16 (global.get $recent) (local.get $number))
    (call $write_number (local.get $number)))

  ;; Writes the operand of this code.
  (func $write_operand (param $code i32)
    (local $stream i32)
    (local $at i32)
    (local $byte i32)
    (local.set $stream (i32.shl (local.get $code) (i32.const 2)))
    (if (i32.gt_u (local.get $code) (i32.const 127))
      (then (call $write_local (i32.sub (local.get $code) (i32.const 128))) (return)))
    (if (i32.eq (local.get $code) (i32.const 1)) ;; local
      (then (call $write_local (call $take_number (local.get $stream))) (return)))
    (local.set $at (i32.load (local.get $stream)))
    (loop $more
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (i32.store8 (global.get $to) (local.get $byte))
      (global.set $to (i32.add (global.get $to) (i32.const 1)))
      (br_if $more
        (i32.and
          (i32.gt_u (local.get $byte) (i32.const 127))
          (i32.ne (local.get $code) (i32.const 8))))) ;; byte
    (i32.store (local.get $stream) (local.get $at)))

  ;; Writes the module of the streams at 0, which have the words of streams.mjs, and returns its place. From $at on memory is free.
  (func (export "join") (param $at i32) (result i32)
    (local $entries i32) ;; for each shape, the place of its entry in the dictionary
    (local $fresh i32) ;; the locals of a function that has used none
    (local $module i32)
    (local $i i32)
    (local $entry i32)
    (local $functions i32)
    (local $start i32)
    (local $shapes i32) ;; the place of the next one

    (local.set $shapes (i32.load (i32.const 0)))
    (local.set $entries (local.get $at))
    (local.set $entry (i32.load (i32.const 40))) ;; dictionary
    (loop $shape
      (i32.store (local.get $at) (local.get $entry))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $entry (i32.add (local.get $entry) (i32.add (i32.load8_u (local.get $entry)) (i32.const 1))))
      (local.set $entry (i32.add (local.get $entry) (i32.add (i32.load8_u (local.get $entry)) (i32.const 1))))
      (br_if $shape (i32.lt_u (local.get $entry) (i32.load (i32.const 36))))) ;; locals

    (local.set $fresh (local.get $at))
    (loop $local
      (i32.store16 (local.get $at) (local.get $i))
      (local.set $at (i32.add (local.get $at) (i32.const 2)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $local (i32.lt_u (local.get $i) (i32.load (i32.const 56))))) ;; mostLocals
    (global.set $recent (local.get $at))
    (local.set $module (i32.add (local.get $at) (i32.sub (local.get $at) (local.get $fresh))))

    (global.set $to (local.get $module))
    (call $copy (i32.load (i32.const 44)) (i32.sub (i32.load (i32.const 48)) (i32.load (i32.const 44)))) ;; prefix, suffix
    (local.set $functions (i32.load (i32.const 52)))
    (loop $function
      ;; leaves room for the function's size
      (local.set $start (global.get $to))
      (global.set $to (i32.add (local.get $start) (i32.const 5)))
      (memory.copy (global.get $recent) (local.get $fresh) (i32.sub (global.get $recent) (local.get $fresh)))
      (local.set $i (call $take_number (i32.const 36)))
      (call $copy (i32.load (i32.const 36)) (local.get $i))
      (i32.store (i32.const 36) (i32.add (i32.load (i32.const 36)) (local.get $i)))
      (block $done
        (loop $instruction
          (local.set $entry
            (i32.load (i32.add (local.get $entries) (i32.shl (i32.load8_u (local.get $shapes)) (i32.const 2)))))
          (local.set $shapes (i32.add (local.get $shapes) (i32.const 1)))
          ;; a shape has at most eight bytes
          (i64.store (global.get $to) (i64.load offset=1 (local.get $entry)))
          (global.set $to (i32.add (global.get $to) (i32.load8_u (local.get $entry))))
          (local.set $entry (i32.add (local.get $entry) (i32.add (i32.load8_u (local.get $entry)) (i32.const 1))))
          (local.set $i (i32.load8_u (local.get $entry)))
          (loop $operand
            (br_if $instruction (i32.eqz (local.get $i)))
            (local.set $i (i32.sub (local.get $i) (i32.const 1)))
            (local.set $entry (i32.add (local.get $entry) (i32.const 1)))
            (br_if $done (i32.eqz (i32.load8_u (local.get $entry))))
            (call $write_operand (i32.load8_u (local.get $entry)))
            (br $operand))))

      ;; writes the size, and moves the function behind it
      (local.set $at (i32.add (local.get $start) (i32.const 5)))
      (local.set $i (i32.sub (global.get $to) (local.get $at)))
      (global.set $to (local.get $start))
      (call $write_number (local.get $i))
      (call $copy (local.get $at) (local.get $i))
      (local.set $functions (i32.sub (local.get $functions) (i32.const 1)))
      (br_if $function (local.get $functions)))
    (call $copy (i32.load (i32.const 48)) (i32.sub (i32.load (i32.const 40)) (i32.load (i32.const 48))))
    (local.get $module)))
