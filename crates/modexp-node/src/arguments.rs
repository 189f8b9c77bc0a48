//! Numbers from and to JavaScript, as wasm-bindgen passes them to a module.

use crate::instance::{Instance, Object};
use napi::bindgen_prelude::{BigInt, FunctionCallContext};
use napi::{Error, Result};

/// The arguments of a call that are not read yet.
pub struct Arguments<'call, 'scope> {
    context: &'call FunctionCallContext<'scope>,
    next: usize,
}

impl<'call, 'scope> Arguments<'call, 'scope> {
    pub fn new(context: &'call FunctionCallContext<'scope>) -> Self {
        Self { context, next: 0 }
    }

    /// Reads the next argument.
    pub fn next<A: Argument>(&mut self) -> Result<A> {
        self.next += 1;
        A::read(self.context, self.next - 1)
    }

    /// Passes over the pointer of the staging buffer: an instance has one.
    pub fn skip(&mut self) {
        self.next += 1;
    }
}

/// A type of arguments.
pub trait Argument: Sized {
    fn read(context: &FunctionCallContext<'_>, index: usize) -> Result<Self>;
}

impl Argument for usize {
    #[inline(never)]
    fn read(context: &FunctionCallContext<'_>, index: usize) -> Result<Self> {
        let number: f64 = context.get(index)?;
        let whole = number as usize;
        // a cast that rounds or saturates gives a different number; -0 becomes 0
        if (whole as f64).to_bits() == (number + 0.0).to_bits() {
            Ok(whole)
        } else {
            Err(Error::from_reason(format!("modexp: {number} is no count")))
        }
    }
}

impl Argument for u32 {
    #[inline(never)]
    fn read(context: &FunctionCallContext<'_>, index: usize) -> Result<Self> {
        context.get(index)
    }
}

impl Argument for u64 {
    #[inline(never)]
    fn read(context: &FunctionCallContext<'_>, index: usize) -> Result<Self> {
        Ok(context.get::<BigInt>(index)?.get_u64().1)
    }
}

impl Argument for bool {
    #[inline(never)]
    fn read(context: &FunctionCallContext<'_>, index: usize) -> Result<Self> {
        Ok(context.get::<f64>(index)? != 0.0)
    }
}

/// A type of results.
pub trait Outcome {
    /// The number that JavaScript gets.
    fn number(self, instance: &mut Instance) -> f64;
}

impl Outcome for () {
    fn number(self, _: &mut Instance) -> f64 {
        0.0
    }
}

impl Outcome for bool {
    fn number(self, _: &mut Instance) -> f64 {
        f64::from(u8::from(self))
    }
}

impl Outcome for u32 {
    fn number(self, _: &mut Instance) -> f64 {
        f64::from(self)
    }
}

impl Outcome for usize {
    fn number(self, _: &mut Instance) -> f64 {
        self as f64
    }
}

impl<T: Object> Outcome for T {
    fn number(self, instance: &mut Instance) -> f64 {
        instance.keep(self) as f64
    }
}

impl<T: Object> Outcome for Option<T> {
    fn number(self, instance: &mut Instance) -> f64 {
        self.map_or(0.0, |object| object.number(instance))
    }
}
