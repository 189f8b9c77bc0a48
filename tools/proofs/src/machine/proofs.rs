//! The machine code of this build's products is right for all operands.

mod below_m;
mod call;
mod fused;
mod ifma;
mod ifma_x8;
mod select;
mod short;
