//! `adx` at eight limbs: products and squares without a loop, and the nine steps of their reduction.
//!
//! Registers: row factor rdx, products in rax and rcx, limbs of the sum in r8–r15 and rbx. A reduction keeps limb k in
//! register k mod 9 of these nine. Stack: t in 16 limbs, then the pointers to the modulus and to the result.

use super::super::rows::{double_and_square, first_row, quotients, row, steps};
use super::{AdxShort, Assembly, ShortModulus};
use core::arch::asm;

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
            steps!("rbx", "rsi + 8"; $s1 "r9" "r10" "r11" "r12" "r13" "r14" "r15"),
        }
    };
}

/// The factor of row i in a square's triangle.
macro_rules! factor {
    ($i:literal) => {
        concat! { "mov rdx, [rsi + 8*", $i, "]\n", "xor ecx, ecx\n" }
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
            elimination_step!("rsi + 64"; "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx"),
            elimination_step!("rsi + 64"; "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "r8"),
            elimination_step!("rsi + 64"; "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "r8" "r9"),
            elimination_step!("rsi + 64"; "r11" "r12" "r13" "r14" "r15" "rbx" "r8" "r9" "r10"),
            elimination_step!("rsi + 64"; "r12" "r13" "r14" "r15" "rbx" "r8" "r9" "r10" "r11"),
            elimination_step!("rsi + 64"; "r13" "r14" "r15" "rbx" "r8" "r9" "r10" "r11" "r12"),
            elimination_step!("rsi + 64"; "r14" "r15" "rbx" "r8" "r9" "r10" "r11" "r12" "r13"),
            quotients!(16, 17, "r15", "rbx"),
            last_step!("r15" "rbx" "r8" "r9" "r10" "r11" "r12" "r13" "r14"),
            "mov rdx, rbp\n",
            last_step!("rbx" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"),

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
                first_row!("rsi"; "r8" "rax" "r9" "r10" "r11" "r12" "r13" "r14" "r15"),
                put!(0, "r8"),
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
                first_row!("rsi + 8"; "r9" "r10" "r11" "r12" "r13" "r14" "r15" "r8"),
                put!(1, "r9"), put!(2, "r10"),
                factor!(1), row!("rdi", "rsi + 16"; "r11" "r12" "r13" "r14" "r15" "r8" new "r9"),
                put!(3, "r11"), put!(4, "r12"),
                factor!(2), row!("rdi", "rsi + 24"; "r13" "r14" "r15" "r8" "r9" new "r10"),
                put!(5, "r13"), put!(6, "r14"),
                factor!(3), row!("rdi", "rsi + 32"; "r15" "r8" "r9" "r10" new "r11"),
                put!(7, "r15"),
                "mov rbx, r8",
                factor!(4), row!("rdi", "rsi + 40"; "r9" "r10" "r11" new "r12"),
                put!(9, "r9"), put!(10, "r10"),
                factor!(5), row!("rdi", "rsi + 48"; "r11" "r12" new "r13"),
                put!(11, "r11"), put!(12, "r12"),
                factor!(6), row!("rdi", "rsi + 56"; "r13" new "r14"),
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
