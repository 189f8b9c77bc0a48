//! `adx` at six limbs, as at four limbs. The twelve limbs of a product do not fit the registers, so they pass through
//! memory: the reduction reads the low half first and the high half last.
//!
//! Registers: window r8–r14 or r8–r13, row factor rdx, products in rax, rcx, rbx, operands at rsi and rdi, t at r15.

use super::adx::{Adx, mac, mac_top};
use crate::prime::params::Params;
use core::arch::asm;
use core::mem::MaybeUninit;

/// t_i … t_{i+6} += b_i·a; t_i is complete, and t_{i+6} is new. rbp is zero.
macro_rules! product_row {
    ($i:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal, $t5:literal, $t6:literal) => {
        concat! {
            "mov rdx, [rdi + 8*", $i, "]\n",
            "xor ecx, ecx\n", // clears both carry flags
            mac!(0, $t0, $t1),
            "mov [r15 + 8*", $i, "], ", $t0, "\n",
            mac!(1, $t1, $t2), mac!(2, $t2, $t3), mac!(3, $t3, $t4), mac!(4, $t4, $t5), mac_top!(5, $t5, $t6),
        }
    };
}

/// t = a·b at r15, a at rsi and b at rdi.
macro_rules! product {
    () => {
        concat! {
            "mov rdx, [rdi]\n",
            "mulx r9, r8, [rsi]\n",
            "mov [r15], r8\n",
            "mulx r10, rax, [rsi + 8]\n",
            "add r9, rax\n",
            "mulx r11, rax, [rsi + 16]\n",
            "adc r10, rax\n",
            "mulx r12, rax, [rsi + 24]\n",
            "adc r11, rax\n",
            "mulx r13, rax, [rsi + 32]\n",
            "adc r12, rax\n",
            "mulx r14, rax, [rsi + 40]\n",
            "adc r13, rax\n",
            "adc r14, 0\n",
            product_row!(1, "r9", "r10", "r11", "r12", "r13", "r14", "r8"),
            product_row!(2, "r10", "r11", "r12", "r13", "r14", "r8", "r9"),
            product_row!(3, "r11", "r12", "r13", "r14", "r8", "r9", "r10"),
            product_row!(4, "r12", "r13", "r14", "r8", "r9", "r10", "r11"),
            product_row!(5, "r13", "r14", "r8", "r9", "r10", "r11", "r12"),
            "mov [r15 + 48], r14\n mov [r15 + 56], r8\n mov [r15 + 64], r9\n",
            "mov [r15 + 72], r10\n mov [r15 + 80], r11\n mov [r15 + 88], r12\n",
        }
    };
}

/// Adds the carries of a row of off-diagonal products to its new top limb.
macro_rules! top {
    ($j:literal, $low:literal, $top:literal) => {
        concat! {
            "mulx ", $top, ", rcx, [rsi + 8*", $j, "]\n",
            "adcx ", $low, ", rcx\n",
            "mov ecx, 0\n", // leaves the flags alone
            "adcx ", $top, ", rcx\n",
            "adox ", $top, ", rcx\n",
        }
    };
}

/// t_{2i}, t_{2i+1} = 2t + a_i².
macro_rules! double_and_square {
    ($i:literal, $low:literal, $high:literal, $at_low:literal, $at_high:literal) => {
        concat! {
            "mov rdx, [rsi + 8*", $i, "]\n",
            "mulx rax, rcx, rdx\n",
            "adcx ", $low, ", ", $low, "\n",
            "adox ", $low, ", rcx\n",
            "mov [rdi + ", $at_low, "], ", $low, "\n",
            "adcx ", $high, ", ", $high, "\n",
            "adox ", $high, ", rax\n",
            "mov [rdi + ", $at_high, "], ", $high, "\n",
        }
    };
}

/// t = a² at r15, a at rsi.
macro_rules! square {
    () => {
        concat! {
            "mov rdi, r15\n",
            // each off-diagonal product once: t_1 … t_10 in r8–r15, rbx, rbp
            "mov rdx, [rsi]\n",
            "mulx r9, r8, [rsi + 8]\n",
            "mulx r10, rax, [rsi + 16]\n",
            "add r9, rax\n",
            "mulx r11, rax, [rsi + 24]\n",
            "adc r10, rax\n",
            "mulx r12, rax, [rsi + 32]\n",
            "adc r11, rax\n",
            "mulx r13, rax, [rsi + 40]\n",
            "adc r12, rax\n",
            "adc r13, 0\n",
            "mov rdx, [rsi + 8]\n",
            "xor ecx, ecx\n",
            mac!(2, "r10", "r11"), mac!(3, "r11", "r12"), mac!(4, "r12", "r13"), top!(5, "r13", "r14"),
            "mov rdx, [rsi + 16]\n",
            "xor ecx, ecx\n",
            mac!(3, "r12", "r13"), mac!(4, "r13", "r14"), top!(5, "r14", "r15"),
            "mov rdx, [rsi + 24]\n",
            "xor ecx, ecx\n",
            mac!(4, "r14", "r15"), top!(5, "r15", "rbx"),
            "mov rdx, [rsi + 32]\n",
            "mulx rbp, rcx, [rsi + 40]\n",
            "add rbx, rcx\n",
            "adc rbp, 0\n",

            // twice that, and the squares
            "mov rdx, [rsi]\n",
            "xor eax, eax\n",
            "mulx rax, rcx, rdx\n",
            "mov [rdi], rcx\n",
            "adcx r8, r8\n",
            "adox r8, rax\n",
            "mov [rdi + 8], r8\n",
            double_and_square!(1, "r9", "r10", 16, 24),
            double_and_square!(2, "r11", "r12", 32, 40),
            double_and_square!(3, "r13", "r14", 48, 56),
            double_and_square!(4, "r15", "rbx", 64, 72),
            "mov rdx, [rsi + 40]\n",
            "mulx rax, rcx, rdx\n",
            "adcx rbp, rbp\n",
            "adox rbp, rcx\n",
            "mov [rdi + 80], rbp\n",
            "mov edx, 0\n",
            "adcx rdx, rdx\n",
            "adox rdx, rax\n",
            "mov [rdi + 88], rdx\n",
            "mov r15, rdi\n",
        }
    };
}

/// The next two quotients from the lowest two limbs: u = −p⁻¹·w mod 2^128, u_0 in rdx and u_1 in rbp.
macro_rules! quotients {
    ($w0:literal, $w1:literal) => {
        concat! {
            "mov rdx, ", $w0, "\n",
            "mulx rax, rbx, [rsi + 48]\n",
            "imul rdx, [rsi + 56]\n",
            "mov rbp, ", $w1, "\n",
            "imul rbp, [rsi + 48]\n",
            "add rbp, rdx\n",
            "add rbp, rax\n",
            "mov rdx, rbx\n",
        }
    };
}

/// Adds rdx·p, which makes `$w0` zero; it becomes the window's new top limb. p at rsi; rdi is zero.
macro_rules! reduce_row {
    ($w0:literal, $w1:literal, $w2:literal, $w3:literal, $w4:literal, $w5:literal) => {
        concat! {
            "xor ecx, ecx\n",
            "mulx rax, rcx, [rsi]\n",
            "adcx ", $w0, ", rcx\n",
            "mulx rbx, rcx, [rsi + 8]\n",
            "adcx ", $w1, ", rcx\n",
            "adox ", $w1, ", rax\n",
            "mulx rax, rcx, [rsi + 16]\n",
            "adcx ", $w2, ", rcx\n",
            "adox ", $w2, ", rbx\n",
            "mulx rbx, rcx, [rsi + 24]\n",
            "adcx ", $w3, ", rcx\n",
            "adox ", $w3, ", rax\n",
            "mulx rax, rcx, [rsi + 32]\n",
            "adcx ", $w4, ", rcx\n",
            "adox ", $w4, ", rbx\n",
            "mulx ", $w0, ", rcx, [rsi + 40]\n",
            "adcx ", $w5, ", rcx\n",
            "adox ", $w5, ", rax\n",
            "adcx ", $w0, ", rdi\n",
            "adox ", $w0, ", rdi\n",
        }
    };
}

/// t at r15 to t·R⁻¹ mod p in r8–r13; p and −p⁻¹ at rsi.
macro_rules! reduce {
    () => {
        concat! {
            "mov r8, [r15]\n mov r9, [r15 + 8]\n mov r10, [r15 + 16]\n",
            "mov r11, [r15 + 24]\n mov r12, [r15 + 32]\n mov r13, [r15 + 40]\n",
            "xor edi, edi\n",
            quotients!("r8", "r9"),
            reduce_row!("r8", "r9", "r10", "r11", "r12", "r13"),
            "mov rdx, rbp\n",
            reduce_row!("r9", "r10", "r11", "r12", "r13", "r8"),
            quotients!("r10", "r11"),
            reduce_row!("r10", "r11", "r12", "r13", "r8", "r9"),
            "mov rdx, rbp\n",
            reduce_row!("r11", "r12", "r13", "r8", "r9", "r10"),
            quotients!("r12", "r13"),
            reduce_row!("r12", "r13", "r8", "r9", "r10", "r11"),
            "mov rdx, rbp\n",
            reduce_row!("r13", "r8", "r9", "r10", "r11", "r12"),

            // below 2p, with the carry in rdi
            "add r8, [r15 + 48]\n",
            "adc r9, [r15 + 56]\n",
            "adc r10, [r15 + 64]\n",
            "adc r11, [r15 + 72]\n",
            "adc r12, [r15 + 80]\n",
            "adc r13, [r15 + 88]\n",
            "adc edi, edi\n",

            // subtracts p, unless that borrows
            "mov rax, r8\n",
            "sub r8, [rsi]\n",
            "mov rbx, r9\n",
            "sbb r9, [rsi + 8]\n",
            "mov rcx, r10\n",
            "sbb r10, [rsi + 16]\n",
            "mov rdx, r11\n",
            "sbb r11, [rsi + 24]\n",
            "mov rbp, r12\n",
            "sbb r12, [rsi + 32]\n",
            "mov r15, r13\n",
            "sbb r13, [rsi + 40]\n",
            "sbb rdi, 0\n",
            "cmovc r8, rax\n",
            "cmovc r9, rbx\n",
            "cmovc r10, rcx\n",
            "cmovc r11, rdx\n",
            "cmovc r12, rbp\n",
            "cmovc r13, r15\n",
        }
    };
}

/// Runs the code, which takes the pointer to the parameters from the stack, with rbx and rbp saved.
macro_rules! run {
    ($a:expr, $b:expr, $t:expr, $params:expr, [$($out:tt)*], $($code:expr),+ $(,)?) => {
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
            inout("rcx") $params => _,
            inout("r15") $t => _,
            out("rax") _, out("rdx") _, out("r14") _,
            $($out)*
        )
    };
}

/// Runs the code and the reduction; gives a residue, in registers as at four limbs.
macro_rules! residue {
    ($a:expr, $b:expr, $t:expr, $params:expr, $($code:expr)?) => {{
        let params: &Params<6> = $params;
        let (r0, r1, r2, r3, r4, r5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: `Adx` proves mulx, adcx and adox; every address lies in one of the arrays, and t is written before it is
        // read.
        unsafe {
            run!(
                $a, $b, $t, params,
                [out("r8") r0, out("r9") r1, out("r10") r2, out("r11") r3, out("r12") r4, out("r13") r5],
                $($code,)? "pop rsi", reduce!(),
            );
        }
        [r0, r1, r2, r3, r4, r5]
    }};
}

/// Runs the code without a reduction; gives a number of double width.
macro_rules! wide {
    ($a:expr, $b:expr, $params:expr, $code:expr) => {{
        let mut t = MaybeUninit::<[[u64; 6]; 2]>::uninit();
        let params: &Params<6> = $params;
        // SAFETY: as above, and all of t is written.
        unsafe {
            run!(
                $a, $b, t.as_mut_ptr(), params,
                [out("r8") _, out("r9") _, out("r10") _, out("r11") _, out("r12") _, out("r13") _],
                $code, "pop rsi",
            );
            t.assume_init()
        }
    }};
}

impl Adx<6> {
    /// out = a·b·R⁻¹ mod p; a, b < p gives out < p.
    #[inline(always)]
    pub(super) fn mul_6(&self, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        let mut t = MaybeUninit::<[[u64; 6]; 2]>::uninit();
        residue!(a, b, t.as_mut_ptr(), &self.params, product!())
    }

    /// out = a²·R⁻¹ mod p; a < p gives out < p.
    #[inline(always)]
    pub(super) fn sqr_6(&self, a: &[u64; 6]) -> [u64; 6] {
        let mut t = MaybeUninit::<[[u64; 6]; 2]>::uninit();
        residue!(a, a, t.as_mut_ptr(), &self.params, square!())
    }

    /// out = a·b.
    #[inline(always)]
    pub(super) fn mul_wide_6(&self, a: &[u64; 6], b: &[u64; 6]) -> [[u64; 6]; 2] {
        wide!(a, b, &self.params, product!())
    }

    /// out = a².
    #[inline(always)]
    pub(super) fn sqr_wide_6(&self, a: &[u64; 6]) -> [[u64; 6]; 2] {
        wide!(a, a, &self.params, square!())
    }

    /// out = t·R⁻¹ mod p; t < R·p gives out < p.
    #[inline(always)]
    pub(super) fn redc_6(&self, t: &[[u64; 6]; 2]) -> [u64; 6] {
        residue!(t, t, t, &self.params,)
    }
}
