//! `adx` at eight limbs: products and squares without a loop, and the nine steps of their reduction.
//!
//! Registers: row factor rdx, products in rax and rcx, limbs of the sum in r8–r15 and rbx. A reduction keeps limb k in
//! register k mod 9 of these nine. Stack: t in 16 limbs, then the pointers to the modulus and to the result.

use super::{AdxShort, Assembly, ShortModulus};
use core::arch::asm;

/// One limb of a product's row: adds a_j·rdx. Finishes `$out`; `$slot` becomes the next window limb.
macro_rules! step {
    ($j:literal, $out:literal, $slot:literal) => {
        concat! {
            "adox ", $out, ", ", $slot, "\n",
            "mulx ", $slot, ", rcx, [rsi + 8*", $j, "]\n",
            "adcx ", $out, ", rcx\n",
        }
    };
}

/// Row i of the product: stores t_i and moves the window up. The window is `$s0` r9 … r15 before the row, and `$s1` r9
/// … r15 after it.
macro_rules! product_row {
    ($i:literal, $s0:literal, $s1:literal) => {
        concat! {
            "mov rdx, [rdi + 8*", $i, "]\n",
            "xor ecx, ecx\n",
            "mulx ", $s1, ", rcx, [rsi]\n",
            "adcx ", $s0, ", rcx\n",
            put!($i, $s0),
            step!(1, $s1, "r9"),
            step!(2, "r9", "r10"),
            step!(3, "r10", "r11"),
            step!(4, "r11", "r12"),
            step!(5, "r12", "r13"),
            step!(6, "r13", "r14"),
            step!(7, "r14", "r15"),
            close!("r15", "rbx"),
        }
    };
}

/// The factor of row i in a square's triangle.
macro_rules! factor {
    ($i:literal) => {
        concat! { "mov rdx, [rsi + 8*", $i, "]\n", "xor ecx, ecx\n" }
    };
}

/// t_{2i}, t_{2i+1} = 2t + a_i² in registers. The doubling carries in CF, the squares in OF.
macro_rules! double_and_square {
    ($i:literal, $low:literal, $high:literal) => {
        concat! {
            "mov rdx, [rsi + 8*", $i, "]\n",
            "mulx rax, rcx, rdx\n",
            "adcx ", $low, ", ", $low, "\n",
            "adox ", $low, ", rcx\n",
            "adcx ", $high, ", ", $high, "\n",
            "adox ", $high, ", rax\n",
        }
    };
}

/// t_{2i}, t_{2i+1} = 2t + a_i² for limbs `$k` and `$l` on the stack.
macro_rules! double_and_square_put {
    ($i:literal, $k:literal, $l:literal) => {
        concat! {
            get!("rdi", $k), get!("rbp", $l),
            double_and_square!($i, "rdi", "rbp"),
            put!($k, "rdi"), put!($l, "rbp"),
        }
    };
}

/// A step of quotient elimination with the quotient `$w0`: adds `$w0`·F one limb up. `$w0` becomes the new top limb.
macro_rules! elimination_step {
    ($w0:literal, $w1:literal, $w2:literal, $w3:literal, $w4:literal, $w5:literal, $w6:literal, $w7:literal, $w8:literal) => {
        concat! {
            "mov rdx, ", $w0, "\n",
            "xor ecx, ecx\n",
            mac!(8, $w1, $w2), mac!(9, $w2, $w3), mac!(10, $w3, $w4), mac!(11, $w4, $w5), mac!(12, $w5, $w6),
            mac!(13, $w6, $w7), mac!(14, $w7, $w8), mac_top!(15, $w8, $w0),
        }
    };
}

/// A step with the quotient in rdx: adds rdx·m, which makes `$w0` zero. `$w0` becomes the new top limb.
macro_rules! last_step {
    ($w0:literal, $w1:literal, $w2:literal, $w3:literal, $w4:literal, $w5:literal, $w6:literal, $w7:literal, $w8:literal) => {
        concat! {
            "xor ecx, ecx\n",
            mac!(0, $w0, $w1), mac!(1, $w1, $w2), mac!(2, $w2, $w3), mac!(3, $w3, $w4), mac!(4, $w4, $w5),
            mac!(5, $w5, $w6), mac!(6, $w6, $w7), mac!(7, $w7, $w8),
            "adcx ", $w8, ", rdi\n",
            close!($w0, "rdi"),
        }
    };
}

macro_rules! put {
    ($k:literal, $reg:literal) => {
        concat! { "mov [rsp + 8*", $k, "], ", $reg, "\n" }
    };
}

macro_rules! get {
    ($reg:literal, $k:literal) => {
        concat! { "mov ", $reg, ", [rsp + 8*", $k, "]\n" }
    };
}

/// Adds limb `$upper` of t, and stores the sum as limb `$k` of the result.
macro_rules! add_upper {
    ($add:literal, $k:literal, $upper:literal, $reg:literal) => {
        concat! { $add, " ", $reg, ", [rsp + 8*", $upper, "]\n", "mov [rsi + 8*", $k, "], ", $reg, "\n" }
    };
}

/// Reduces t, with limbs 0 to 8 in registers and 9 to 15 on the stack. Writes t·R⁻¹ mod m to the address on the stack.
/// Leaves this address in rsi and the carry, limb 8, in rbx.
macro_rules! reduce {
    () => {
        concat! {
            "mov rsi, [rsp + 128]\n",
            "xor edi, edi\n",
            elimination_step!("r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "rbx"),
            elimination_step!("r9", "r10", "r11", "r12", "r13", "r14", "r15", "rbx", "r8"),
            elimination_step!("r10", "r11", "r12", "r13", "r14", "r15", "rbx", "r8", "r9"),
            elimination_step!("r11", "r12", "r13", "r14", "r15", "rbx", "r8", "r9", "r10"),
            elimination_step!("r12", "r13", "r14", "r15", "rbx", "r8", "r9", "r10", "r11"),
            elimination_step!("r13", "r14", "r15", "rbx", "r8", "r9", "r10", "r11", "r12"),
            elimination_step!("r14", "r15", "rbx", "r8", "r9", "r10", "r11", "r12", "r13"),
            quotients!(16, 17, "r15", "rbx"),
            last_step!("r15", "rbx", "r8", "r9", "r10", "r11", "r12", "r13", "r14"),
            "mov rdx, rbp\n",
            last_step!("rbx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"),

            "mov rsi, [rsp + 136]\n",
            add_upper!("add", 0, 9, "r8"), add_upper!("adc", 1, 10, "r9"), add_upper!("adc", 2, 11, "r10"),
            add_upper!("adc", 3, 12, "r11"), add_upper!("adc", 4, 13, "r12"), add_upper!("adc", 5, 14, "r13"),
            add_upper!("adc", 6, 15, "r14"),
            "adc r15, 0\n",
            "mov [rsi + 56], r15\n",
            "adc rbx, 0\n",
        }
    };
}

macro_rules! enter {
    () => {
        "push rbx\n push rbp\n push rdi\n push rcx\n sub rsp, 128\n"
    };
}

macro_rules! leave {
    () => {
        "mov rax, rbx\n add rsp, 144\n pop rbp\n pop rbx\n"
    };
}

impl Assembly<8> for AdxShort<8> {
    fn product(self, out: &mut [u64; 8], a: &[u64; 8], b: &[u64; 8], m: &ShortModulus<8>) -> u64 {
        let carry;
        // SAFETY: `AdxShort` proves mulx, adcx and adox; every address lies in one of the arrays or in this frame.
        unsafe {
            asm!(
                enter!(),
                "mov rdi, rax",
                "xor ebx, ebx",
                "mov rdx, [rdi]",
                "mulx rax, rcx, [rsi]",
                put!(0, "rcx"),
                "mulx r9, rcx, [rsi + 8]", "add rax, rcx",
                "mulx r10, rcx, [rsi + 16]", "adc r9, rcx",
                "mulx r11, rcx, [rsi + 24]", "adc r10, rcx",
                "mulx r12, rcx, [rsi + 32]", "adc r11, rcx",
                "mulx r13, rcx, [rsi + 40]", "adc r12, rcx",
                "mulx r14, rcx, [rsi + 48]", "adc r13, rcx",
                "mulx r15, rcx, [rsi + 56]", "adc r14, rcx",
                "adc r15, 0",
                product_row!(1, "rax", "r8"),
                product_row!(2, "r8", "rax"),
                product_row!(3, "rax", "r8"),
                product_row!(4, "r8", "rax"),
                product_row!(5, "rax", "r8"),
                product_row!(6, "r8", "rax"),
                product_row!(7, "rax", "r8"),
                put!(9, "r9"), put!(10, "r10"), put!(11, "r11"), put!(12, "r12"), put!(13, "r13"), put!(14, "r14"),
                put!(15, "r15"),
                "mov rbx, r8",
                get!("r8", 0), get!("r9", 1), get!("r10", 2), get!("r11", 3),
                get!("r12", 4), get!("r13", 5), get!("r14", 6), get!("r15", 7),
                reduce!(),
                leave!(),
                inout("rdi") out.as_mut_ptr() => _,
                inout("rsi") a.as_ptr() => _,
                inout("rax") b.as_ptr() => carry,
                inout("rcx") m.as_ptr() => _,
                out("rdx") _, out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                out("r12") _, out("r13") _, out("r14") _, out("r15") _,
            );
        }
        carry
    }

    unsafe fn squares(self, out: *mut [u64; 8], a: *const [u64; 8], count: u64, m: &ShortModulus<8>) -> u64 {
        debug_assert!(count >= 1);
        let carry;
        // SAFETY: `AdxShort` proves mulx, adcx and adox; the addresses are the caller's, in `m` or in this frame.
        unsafe {
            asm!(
                "push rdx", // the count, above the frame
                enter!(),
                ".p2align 4",
                "2:",
                // t = Σ_{i<j} a_i·a_j·2^(64(i+j)): limb k in register r8 + k mod 8
                "xor edi, edi",
                "mov rdx, [rsi]",
                "mulx r10, r9, [rsi + 8]",
                "mulx r11, rcx, [rsi + 16]", "add r10, rcx",
                "mulx r12, rcx, [rsi + 24]", "adc r11, rcx",
                "mulx r13, rcx, [rsi + 32]", "adc r12, rcx",
                "mulx r14, rcx, [rsi + 40]", "adc r13, rcx",
                "mulx r15, rcx, [rsi + 48]", "adc r14, rcx",
                "mulx r8, rcx, [rsi + 56]", "adc r15, rcx",
                "adc r8, 0",
                put!(1, "r9"), put!(2, "r10"),
                factor!(1), mac!(2, "r11", "r12"), mac!(3, "r12", "r13"), mac!(4, "r13", "r14"),
                mac!(5, "r14", "r15"), mac!(6, "r15", "r8"), mac_top!(7, "r8", "r9"),
                put!(3, "r11"), put!(4, "r12"),
                factor!(2), mac!(3, "r13", "r14"), mac!(4, "r14", "r15"), mac!(5, "r15", "r8"),
                mac!(6, "r8", "r9"), mac_top!(7, "r9", "r10"),
                put!(5, "r13"), put!(6, "r14"),
                factor!(3), mac!(4, "r15", "r8"), mac!(5, "r8", "r9"), mac!(6, "r9", "r10"), mac_top!(7, "r10", "r11"),
                put!(7, "r15"),
                "mov rbx, r8",
                factor!(4), mac!(5, "r9", "r10"), mac!(6, "r10", "r11"), mac_top!(7, "r11", "r12"),
                put!(9, "r9"), put!(10, "r10"),
                factor!(5), mac!(6, "r11", "r12"), mac_top!(7, "r12", "r13"),
                put!(11, "r11"), put!(12, "r12"),
                factor!(6), mac_top!(7, "r13", "r14"),
                put!(13, "r13"), put!(14, "r14"),

                // t = 2t + Σ a_i²·2^(128i): limbs 0 to 8 in registers, 9 to 15 on the stack
                get!("r9", 1), get!("r10", 2), get!("r11", 3),
                get!("r12", 4), get!("r13", 5), get!("r14", 6), get!("r15", 7),
                "xor r8d, r8d",
                put!(15, "r8"),
                double_and_square!(0, "r8", "r9"),
                double_and_square!(1, "r10", "r11"),
                double_and_square!(2, "r12", "r13"),
                double_and_square!(3, "r14", "r15"),
                get!("rbp", 9),
                double_and_square!(4, "rbx", "rbp"),
                put!(9, "rbp"),
                double_and_square_put!(5, 10, 11),
                double_and_square_put!(6, 12, 13),
                double_and_square_put!(7, 14, 15),
                reduce!(),
                // the result is squared next
                "dec qword ptr [rsp + 160]",
                "jnz 2b",
                leave!(),
                "pop rdx",
                inout("rdi") out => _,
                inout("rsi") a => _,
                inout("rcx") m.as_ptr() => _,
                inout("rdx") count => _,
                out("rax") carry, out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                out("r12") _, out("r13") _, out("r14") _, out("r15") _,
            );
        }
        carry
    }
}
