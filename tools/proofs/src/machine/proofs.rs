//! The machine code of this build's products is right for all operands.

mod adx;
mod call;
mod short;
