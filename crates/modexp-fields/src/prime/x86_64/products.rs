//! `adx` at three, four and six limbs: products, squares and reductions, each one block of assembly. Their rows are those of
//! the kernels in modexp-kernels. A kernel has a reduction of its own, which leaves residues above p: five squares and a
//! product at four limbs take 1.3 of its time here, on Zen 3.
//!
//! Registers: row factor rdx, products in rax and rcx, operands at rsi and rdi. Residues stay in registers: a copy by vectors
//! would wait for stores by limbs.

/// Adds rdx·p, which makes `$w0` zero; it becomes the window's new top limb. p at rsi; rdi is zero. High halves are added after
/// the next low half: by `row`, which adds them at once, a product at four limbs takes 3 % more.
macro_rules! reduce_row {
    ($w0:literal $($w:literal)+) => {
        concat! {
            "xor ecx, ecx\n",
            "mulx rax, rcx, [rsi]\n",
            "adcx ", $w0, ", rcx\n",
            reduce_row!(@ "rax" "rbx", "rsi + 8"; $($w)+; $w0),
        }
    };
    (@ $below:literal $high:literal, $at:expr; $w:literal; $top:literal) => {
        concat! {
            "mulx ", $top, ", rcx, [", $at, "]\n",
            "adcx ", $w, ", rcx\n",
            "adox ", $w, ", ", $below, "\n",
            "adcx ", $top, ", rdi\n",
            "adox ", $top, ", rdi\n",
        }
    };
    (@ $below:literal $high:literal, $at:expr; $w:literal $($more:literal)+; $top:literal) => {
        concat! {
            "mulx ", $high, ", rcx, [", $at, "]\n",
            "adcx ", $w, ", rcx\n",
            "adox ", $w, ", ", $below, "\n",
            reduce_row!(@ $high $below, concat!($at, " + 8"); $($more)+; $top),
        }
    };
}

/// The sum modulo p of the window, which is at most p, and of the high half, which is below p. For each limb: the window, the
/// high half, a free register, and the place in p at rsi. rdi is zero.
macro_rules! add_high_half {
    ($low:literal $high:literal $free:literal, $($l:literal $h:literal $f:literal $place:literal),+) => {
        concat! {
            // below 2p, with the carry in rdi
            "add ", $low, ", ", $high, "\n",
            $("adc ", $l, ", ", $h, "\n",)+
            "adc edi, edi\n",

            // subtracts p, unless that borrows
            "mov ", $free, ", ", $low, "\n",
            "sub ", $low, ", [rsi]\n",
            $("mov ", $f, ", ", $l, "\n", "sbb ", $l, ", [rsi + ", $place, "]\n",)+
            "sbb rdi, 0\n",
            "cmovc ", $low, ", ", $free, "\n",
            $("cmovc ", $l, ", ", $f, "\n",)+
        }
    };
}

/// Runs the code, which takes the last pointer from the stack, with rbx and rbp saved and rbp zero.
macro_rules! run {
    ($a:expr, $b:expr, $last:expr, [$($operands:tt)*], $($code:expr),+) => {
        asm!(
            "push rbx",
            "push rbp",
            "push rcx",
            "xor ebp, ebp",
            $($code,)+
            "pop rbp",
            "pop rbx",
            inout("rsi") $a => _,
            inout("rdi") $b => _,
            inout("rcx") $last => _,
            out("rax") _, out("rdx") _,
            $($operands)*
        )
    };
}

/// Implements the operations of `Adx<$n>` in its file, which has the code of `product`, `square` and `load_wide`, and runs
/// the code with a reduction in `residue` and without one in `wide`. In the addon of Node they are functions: inlined they are a
/// fifth of its code, and calls on points take 1 to 5 % less time.
macro_rules! operations {
    ($n:literal) => {
        impl Adx<$n> {
            /// out = a·b·R⁻¹ mod p; a·b < R·p gives out < p.
            #[cfg_attr(not(modexp_addon), inline(always))]
            #[cfg_attr(modexp_addon, inline(never))]
            pub(super) fn product_of(&self, a: &[u64; $n], b: &[u64; $n]) -> [u64; $n] {
                residue!(self, a, b, product!())
            }

            /// out = a²·R⁻¹ mod p; a < p gives out < p.
            #[cfg_attr(not(modexp_addon), inline(always))]
            #[cfg_attr(modexp_addon, inline(never))]
            pub(super) fn square_of(&self, a: &[u64; $n]) -> [u64; $n] {
                residue!(self, a, a, square!())
            }

            /// out = a·b.
            #[cfg_attr(not(modexp_addon), inline(always))]
            #[cfg_attr(modexp_addon, inline(never))]
            pub(super) fn wide_product_of(&self, a: &[u64; $n], b: &[u64; $n]) -> [[u64; $n]; 2] {
                wide!(self, a, b, product!())
            }

            /// out = a².
            #[cfg_attr(not(modexp_addon), inline(always))]
            #[cfg_attr(modexp_addon, inline(never))]
            pub(super) fn wide_square_of(&self, a: &[u64; $n]) -> [[u64; $n]; 2] {
                wide!(self, a, a, square!())
            }

            /// out = t·R⁻¹ mod p; t < R·p gives out < p.
            #[cfg_attr(not(modexp_addon), inline(always))]
            #[cfg_attr(modexp_addon, inline(never))]
            pub(super) fn reduction_of(&self, t: &[[u64; $n]; 2]) -> [u64; $n] {
                residue!(self, t, t, load_wide!())
            }
        }
    };
}

pub(super) use {add_high_half, operations, reduce_row, run};
