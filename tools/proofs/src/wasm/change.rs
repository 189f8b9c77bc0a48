//! Changes of a function's instructions, which a proof must refuse.

use crate::instance::Trace;
use crate::module::Module;
use wasmparser::{MemArg, Operator};

/// The wrong instructions for each instruction of a trace, by their function and place.
pub fn changes<'a>(module: &Module<'a>, trace: &Trace) -> Vec<(u32, usize, Operator<'a>)> {
    let of = |&(function, at): &(u32, usize)| {
        let code = &module.code(function).code;
        others(&code[at], code.get(at + 1)).into_iter().map(move |other| (function, at, other))
    };
    trace.keys().flat_map(of).collect()
}

/// Wrong instructions in place of one.
fn others<'a>(operator: &Operator<'a>, next: Option<&Operator>) -> Vec<Operator<'a>> {
    use Operator as O;
    let neighbour = |memarg: &MemArg| MemArg { offset: memarg.offset + 8, ..*memarg };
    match operator {
        // another operation, and the first operand alone
        O::I64Add => vec![O::I64Sub, O::Drop],
        O::I64Sub | O::I64Mul => vec![O::I64Add, O::Drop],
        O::I64Or => vec![O::I64And, O::Drop],
        O::I64Xor => vec![O::I64Or],
        O::I64Add128 => vec![O::I64Sub128],
        O::I64Sub128 => vec![O::I64Add128],
        O::I64ShrU | O::I64ShrS => vec![O::I64Shl],
        O::I32x4Add => vec![O::I32x4Sub, O::Drop],
        O::I32x4Sub => vec![O::I32x4Add, O::Drop],
        O::I64x2Add => vec![O::I64x2Sub, O::Drop],
        O::I64x2Sub => vec![O::I64x2Add, O::Drop],
        O::I32x4DotI16x8S => vec![O::I32x4Mul, O::I16x8Mul],
        O::F64x2Add => vec![O::F64x2Sub, O::Drop],
        O::F64x2Sub => vec![O::F64x2Add, O::Drop],
        O::V128And => vec![O::V128Or, O::Drop],
        // a digit of another place
        O::I64Load { memarg } => vec![O::I64Load { memarg: neighbour(memarg) }],
        O::I64Load32U { memarg } => vec![O::I64Load32U { memarg: neighbour(memarg) }],
        O::V128Load { memarg } => vec![O::V128Load { memarg: neighbour(memarg) }],
        O::I64Store { memarg } => vec![O::I64Store { memarg: neighbour(memarg) }],
        // a mask of one bit less, a shift by one bit more, another constant
        O::I64Const { value } if *value > 0 && (value + 1).count_ones() == 1 => vec![O::I64Const { value: value >> 1 }],
        O::I64Const { value } => vec![O::I64Const { value: value + 1 }],
        O::I32Const { value } if matches!(next, Some(O::I32x4ShrS | O::I32x4ShrU | O::I64x2ShrU | O::I32x4Shl)) => {
            vec![O::I32Const { value: value + 1 }]
        }
        _ => vec![],
    }
}
