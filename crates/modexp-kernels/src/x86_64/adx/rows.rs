//! Rows of products by mulx, as text for `asm!`. The fields of modexp-fields use them, too.
//!
//! The factor of a row is in rdx, and the limbs x of the other factor are in memory from `$at` on. A row begins with both
//! carry flags clear. It adds low halves with the carry flag and high halves with the overflow flag, through rax and rcx.

/// The registers += x·rdx. The register after `new` holds nothing before the row; after `carry`, it takes only carries.
/// `$zero` is zero.
#[doc(hidden)]
#[macro_export]
macro_rules! adx_row {
    ($zero:literal, $at:expr; $low:literal new $top:literal) => {
        concat! {
            "mulx ", $top, ", rcx, [", $at, "]\n",
            "adcx ", $low, ", rcx\n",
            $crate::adx_close!($zero, $top),
        }
    };
    ($zero:literal, $at:expr; $low:literal carry $top:literal) => {
        concat! { "adcx ", $low, ", ", $zero, "\n", $crate::adx_close!($zero, $top) }
    };
    ($zero:literal, $at:expr; $low:literal $high:literal $($more:tt)*) => {
        concat! {
            "mulx rax, rcx, [", $at, "]\n",
            "adcx ", $low, ", rcx\n",
            "adox ", $high, ", rax\n",
            $crate::adx_row!($zero, concat!($at, " + 8"); $high $($more)*),
        }
    };
}

/// Adds both pending carries.
#[doc(hidden)]
#[macro_export]
macro_rules! adx_close {
    ($zero:literal, $top:literal) => {
        concat! { "adcx ", $top, ", ", $zero, "\n", "adox ", $top, ", ", $zero, "\n" }
    };
}

/// The registers = x·rdx, without flags before it. The products pass through rcx.
#[doc(hidden)]
#[macro_export]
macro_rules! adx_first_row {
    ($at:expr; $low:literal $high:literal $($more:literal)*) => {
        concat! {
            "mulx ", $high, ", ", $low, ", [", $at, "]\n",
            $crate::adx_first_row!(@ "add", concat!($at, " + 8"); $high $($more)*),
        }
    };
    (@ $add:literal, $at:expr; $low:literal $high:literal $($more:literal)*) => {
        concat! {
            "mulx ", $high, ", rcx, [", $at, "]\n",
            $add, " ", $low, ", rcx\n",
            $crate::adx_first_row!(@ "adc", concat!($at, " + 8"); $high $($more)*),
        }
    };
    (@ $add:literal, $at:expr; $top:literal) => {
        concat! { $add, " ", $top, ", 0\n" }
    };
}

/// Adds x·rdx to a window, and moves it up by one limb. Each register has the high half of the product below. It takes
/// the limb of the next register and a low half; the next register takes the next high half. `$zero` is zero.
macro_rules! steps {
    ($zero:literal, $at:expr; $top:literal) => {
        $crate::adx_close!($zero, $top)
    };
    ($zero:literal, $at:expr; $out:literal $slot:literal $($more:literal)*) => {
        concat! {
            "adox ", $out, ", ", $slot, "\n",
            "mulx ", $slot, ", rcx, [", $at, "]\n",
            "adcx ", $out, ", rcx\n",
            steps!($zero, concat!($at, " + 8"); $slot $($more)*),
        }
    };
}

/// t_{2i}, t_{2i+1} = 2t + a_i² for a at rsi. The doubling carries in CF, the squares in OF.
#[doc(hidden)]
#[macro_export]
macro_rules! adx_double_and_square {
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

/// Two quotients u = −m⁻¹·w mod 2^128: u_0 in rdx and u_1 in rbp. −m⁻¹ is in limbs `$k` and `$l` at rsi.
#[doc(hidden)]
#[macro_export]
macro_rules! adx_quotients {
    ($k:literal, $l:literal, $w0:literal, $w1:literal) => {
        concat! {
            "mov rdx, ", $w0, "\n",
            "mulx rax, rcx, [rsi + 8*", $k, "]\n",
            "imul rdx, [rsi + 8*", $l, "]\n",
            "mov rbp, ", $w1, "\n",
            "imul rbp, [rsi + 8*", $k, "]\n",
            "add rbp, rdx\n",
            "add rbp, rax\n",
            "mov rdx, rcx\n",
        }
    };
}

pub use crate::{
    adx_double_and_square as double_and_square, adx_first_row as first_row, adx_quotients as quotients, adx_row as row,
};
pub(super) use steps;
