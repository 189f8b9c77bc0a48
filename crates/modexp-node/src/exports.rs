//! The exports of an instance as JavaScript functions.

use crate::arguments::{Argument, Arguments, Outcome};
use crate::instance::{Instance, Object};
use modexp_wasm::staging_buffer::StagingBuffer;
use napi::bindgen_prelude::{ArrayBuffer, FunctionCallContext, JsObjectValue, Object as JsObject};
use napi::{Env, Error, Result};
use std::cell::RefCell;
use std::rc::Rc;

/// Where the window begins in `memory`, for the views of JavaScript. Not 0, which says that there is no memory.
const START: u32 = 1;

/// A call of an export.
type Call = dyn Fn(&Rc<RefCell<Instance>>, &FunctionCallContext<'_>) -> Result<f64>;

/// A call of an export of `modexp_wasm`.
type Exported = dyn Fn(&mut Instance, Arguments<'_, '_>) -> Result<f64>;

/// A function of `modexp_wasm`. `Shape` is its type, which distinguishes the implementations.
pub trait Export<Shape>: 'static {
    fn call(&self, instance: &mut Instance, arguments: Arguments<'_, '_>) -> Result<f64>;
}

impl<F, T, R> Export<fn(&T) -> R> for F
where
    F: Fn(&T) -> R + 'static,
    T: Object,
    R: Outcome,
{
    fn call(&self, instance: &mut Instance, mut arguments: Arguments<'_, '_>) -> Result<f64> {
        instance.with(arguments.next()?, |object: &mut T, instance| Ok(self(object).number(instance)))
    }
}

macro_rules! with_arguments {
    ($($argument:ident $type:ident),*) => {
        impl<F, R, $($type),*> Export<fn(&mut StagingBuffer, $($type),*) -> R> for F
        where
            F: Fn(&mut StagingBuffer, $($type),*) -> R + 'static,
            R: Outcome,
            $($type: Argument),*
        {
            fn call(&self, instance: &mut Instance, mut arguments: Arguments<'_, '_>) -> Result<f64> {
                arguments.skip();
                $(let $argument = arguments.next()?;)*
                Ok(self(&mut instance.buffer, $($argument),*).number(instance))
            }
        }

        impl<F, T, R, $($type),*> Export<fn(&T, &mut StagingBuffer, $($type),*) -> R> for F
        where
            F: Fn(&T, &mut StagingBuffer, $($type),*) -> R + 'static,
            T: Object,
            R: Outcome,
            $($type: Argument),*
        {
            fn call(&self, instance: &mut Instance, mut arguments: Arguments<'_, '_>) -> Result<f64> {
                instance.with(arguments.next()?, |object: &mut T, instance| {
                    arguments.skip();
                    $(let $argument = arguments.next()?;)*
                    Ok(self(object, &mut instance.buffer, $($argument),*).number(instance))
                })
            }
        }
    };
}
with_arguments!();
with_arguments!(a A);
with_arguments!(a A, b B);
with_arguments!(a A, b B, c C);
with_arguments!(a A, b B, c C, d D);
with_arguments!(a A, b B, c C, d D, e E);

impl<F, T, R> Export<fn(&mut T, &mut StagingBuffer) -> R> for F
where
    F: Fn(&mut T, &mut StagingBuffer) -> R + 'static,
    T: Object,
    R: Outcome,
{
    fn call(&self, instance: &mut Instance, mut arguments: Arguments<'_, '_>) -> Result<f64> {
        instance
            .with(arguments.next()?, |object: &mut T, instance| Ok(self(object, &mut instance.buffer).number(instance)))
    }
}

impl<F, T, U, R> Export<fn(&mut T, &mut StagingBuffer, &U) -> R> for F
where
    F: Fn(&mut T, &mut StagingBuffer, &U) -> R + 'static,
    T: Object,
    U: Object,
    R: Outcome,
{
    fn call(&self, instance: &mut Instance, mut arguments: Arguments<'_, '_>) -> Result<f64> {
        instance.with(arguments.next()?, |object: &mut T, instance| {
            arguments.skip();
            instance.with(arguments.next()?, |other: &mut U, instance| {
                Ok(self(object, &mut instance.buffer, other).number(instance))
            })
        })
    }
}

impl<F, T, U, R> Export<fn(&T, &U, &mut StagingBuffer) -> R> for F
where
    F: Fn(&T, &U, &mut StagingBuffer) -> R + 'static,
    T: Object,
    U: Object,
    R: Outcome,
{
    fn call(&self, instance: &mut Instance, mut arguments: Arguments<'_, '_>) -> Result<f64> {
        instance.with(arguments.next()?, |object: &mut T, instance| {
            instance.with(arguments.next()?, |other: &mut U, instance| {
                Ok(self(object, other, &mut instance.buffer).number(instance))
            })
        })
    }
}

/// The exports of one instance. JavaScript calls them as methods of their object.
pub struct Exports<'env> {
    env: &'env Env,
    object: JsObject<'env>,
    instance: Rc<RefCell<Instance>>,
}

impl<'env> Exports<'env> {
    /// A new instance with the exports that all modules have.
    pub fn new(env: &'env Env) -> Result<Self> {
        let mut memory = JsObject::new(env)?;
        memory.set_named_property("start", START)?;
        let mut object = JsObject::new(env)?;
        object.set_named_property("memory", memory)?;
        let mut exports = Self { env, object, instance: Rc::default() };
        exports.define("stagingbuffer_new", |_, _| Ok(f64::from(START)))?;
        exports.define("stagingbuffer_reserve", |instance, context| {
            let mut arguments = Arguments::new(context);
            arguments.skip();
            let words = arguments.next()?;
            let before = window(&mut instance.borrow_mut());
            let has_room = instance.borrow_mut().buffer.reserve(words) != 0;
            if window(&mut instance.borrow_mut()) != before {
                hide(context)?;
            }
            if has_room {
                show(instance, context)?;
            }
            Ok(if has_room { f64::from(START) } else { 0.0 })
        })?;
        Ok(exports)
    }

    /// The object with all exports.
    pub fn into_object(self) -> JsObject<'env> {
        self.object
    }

    /// Adds an export.
    pub fn add<Shape>(&mut self, name: &str, export: impl Export<Shape>) -> Result<()> {
        self.add_boxed(name, Box::new(move |instance, arguments| export.call(instance, arguments)))
    }

    fn add_boxed(&mut self, name: &str, export: Box<Exported>) -> Result<()> {
        self.define(name, move |instance, context| {
            let mut borrowed = instance.borrow_mut();
            let before = window(&mut borrowed);
            let result = export(&mut borrowed, Arguments::new(context));
            // its room was made inside the call
            if window(&mut borrowed) != before {
                hide(context)?;
            }
            result
        })
    }

    /// Adds the export that frees objects of a type.
    pub fn add_free(&mut self, name: &str) -> Result<()> {
        self.define(name, |instance, context| {
            instance.borrow_mut().free(Arguments::new(context).next()?)?;
            Ok(0.0)
        })
    }

    fn define<F>(&mut self, name: &str, call: F) -> Result<()>
    where
        F: Fn(&Rc<RefCell<Instance>>, &FunctionCallContext<'_>) -> Result<f64> + 'static,
    {
        self.define_boxed(name, Box::new(call))
    }

    /// One function for all exports: Node-API's part of each is 2 KB of code.
    fn define_boxed(&mut self, name: &str, call: Box<Call>) -> Result<()> {
        let instance = Rc::clone(&self.instance);
        let function =
            self.env.create_function_from_closure::<(), f64, _>(name, move |context| call(&instance, &context))?;
        self.object.set_named_property(name, function)
    }
}

/// The place and the length of the staging buffer.
fn window(instance: &mut Instance) -> (usize, usize) {
    let words = instance.buffer.words();
    (words.as_ptr().addr(), words.len())
}

/// `memory` of the exports that are called.
fn memory<'call>(context: &'call FunctionCallContext<'_>) -> Result<JsObject<'call>> {
    context.this::<JsObject<'call>>()?.get_named_property("memory")
}

/// Takes the window away from JavaScript: its views have no length after this.
fn hide(context: &FunctionCallContext<'_>) -> Result<()> {
    let buffer: Option<ArrayBuffer<'_>> = memory(context)?.get_named_property_unchecked("buffer")?;
    buffer.map_or(Ok(()), ArrayBuffer::detach)
}

/// Gives JavaScript the window, if it has none.
#[allow(unsafe_code, reason = "JavaScript and Rust write the same memory")]
fn show(instance: &Rc<RefCell<Instance>>, context: &FunctionCallContext<'_>) -> Result<()> {
    let mut memory = memory(context)?;
    let shown: Option<ArrayBuffer<'_>> = memory.get_named_property_unchecked("buffer")?;
    if shown.is_some_and(|buffer| buffer.is_detached().is_ok_and(|gone| !gone)) {
        return Ok(());
    }
    let mut borrowed = instance.borrow_mut();
    let words = borrowed.buffer.words();
    let (data, length) = (words.as_mut_ptr().cast::<u8>(), size_of_val(words));
    let owner = Rc::clone(instance);
    // SAFETY: the buffer owns the instance, and so its words. They move only in a call of an export, which takes the window away
    // before JavaScript runs again.
    let buffer = unsafe { ArrayBuffer::from_external(context.env, data, length, owner, |_, owner| drop(owner)) }?;
    if buffer.as_ptr() != data {
        return Err(Error::from_reason("modexp: this host copies the memory of addons"));
    }
    memory.set_named_property("buffer", buffer)
}
