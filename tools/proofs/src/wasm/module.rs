//! A decoded module.

use std::collections::HashMap;
use std::ops::Range;
use wasmparser::{
    BlockType, CompositeInnerType, ConstExpr, DataKind, ElementItems, ElementKind, ExternalKind, FuncType, Operator,
    Parser, Payload, TypeRef, ValType,
};

pub struct Module<'a> {
    pub types: Vec<FuncType>,
    /// The types of all functions, imported ones first.
    pub signatures: Vec<u32>,
    /// The functions with code, after `imported` ones.
    pub functions: Vec<Function<'a>>,
    pub imported: usize,
    pub exports: HashMap<&'a str, u32>,
    pub table: Vec<u32>,
    pub globals: Vec<u64>,
    pub pages: usize,
    pub data: Vec<(usize, &'a [u8])>,
}

#[derive(Clone)]
pub struct Function<'a> {
    pub locals: Vec<ValType>,
    pub code: Vec<Operator<'a>>,
    /// For each `block`, `loop` and `if` its `end`; for an `if` with an `else`, and for the `else`, see `otherwise`.
    ends: HashMap<usize, usize>,
    otherwise: HashMap<usize, usize>,
}

impl Function<'_> {
    fn new(locals: Vec<ValType>, code: Vec<Operator<'_>>) -> Function<'_> {
        let (mut open, mut ends, mut otherwise) = (vec![], HashMap::new(), HashMap::new());
        for (at, operator) in code.iter().enumerate() {
            match operator {
                Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => open.push(at),
                Operator::Else => {
                    otherwise.insert(*open.last().expect("an if"), at);
                }
                Operator::End => {
                    if let Some(start) = open.pop() {
                        ends.insert(start, at);
                        if let Some(&at_else) = otherwise.get(&start) {
                            ends.insert(at_else, at);
                        }
                    }
                }
                _ => {}
            }
        }
        Function { locals, code, ends, otherwise }
    }

    /// The `end` of the block, `if` or `else` at `start`.
    pub fn end(&self, start: usize) -> usize {
        self.ends[&start]
    }

    pub fn otherwise(&self, start: usize) -> Option<usize> {
        self.otherwise.get(&start).copied()
    }
}

impl<'a> Module<'a> {
    pub fn new(bytes: &'a [u8]) -> wasmparser::Result<Self> {
        let mut module = Self {
            types: vec![],
            signatures: vec![],
            functions: vec![],
            imported: 0,
            exports: HashMap::new(),
            table: vec![],
            globals: vec![],
            pages: 0,
            data: vec![],
        };
        for payload in Parser::new(0).parse_all(bytes) {
            module.add(payload?)?;
        }
        Ok(module)
    }

    fn add(&mut self, payload: Payload<'a>) -> wasmparser::Result<()> {
        match payload {
            Payload::TypeSection(types) => {
                for group in types {
                    for part in group?.into_types() {
                        let CompositeInnerType::Func(function) = part.composite_type.inner else {
                            panic!("no function")
                        };
                        self.types.push(function);
                    }
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let TypeRef::Func(of) = import?.ty else { panic!("an import that is no function") };
                    self.signatures.push(of);
                    self.imported += 1;
                }
            }
            Payload::FunctionSection(functions) => {
                for of in functions {
                    self.signatures.push(of?);
                }
            }
            Payload::MemorySection(memories) => {
                for memory in memories {
                    self.pages = memory?.initial as usize;
                }
            }
            Payload::GlobalSection(globals) => {
                for global in globals {
                    self.globals.push(constant(&global?.init_expr)?);
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export?;
                    if export.kind == ExternalKind::Func {
                        self.exports.insert(export.name, export.index);
                    }
                }
            }
            Payload::ElementSection(elements) => {
                for element in elements {
                    let element = element?;
                    let ElementKind::Active { offset_expr, .. } = element.kind else { continue };
                    let ElementItems::Functions(functions) = element.items else {
                        panic!("elements that are expressions")
                    };
                    let at = constant(&offset_expr)? as usize;
                    self.table.resize(self.table.len().max(at), 0);
                    for function in functions {
                        self.table.push(function?);
                    }
                }
            }
            Payload::DataSection(data) => {
                for data in data {
                    let data = data?;
                    let DataKind::Active { offset_expr, .. } = data.kind else { panic!("passive data") };
                    self.data.push((constant(&offset_expr)? as usize, data.data));
                }
            }
            Payload::CodeSectionEntry(body) => {
                let of = self.signatures[self.imported + self.functions.len()] as usize;
                let mut locals = self.types[of].params().to_vec();
                for group in body.get_locals_reader()? {
                    let (count, each) = group?;
                    locals.extend(std::iter::repeat_n(each, count as usize));
                }
                let code = body.get_operators_reader()?.into_iter().collect::<wasmparser::Result<Vec<_>>>()?;
                self.functions.push(Function::new(locals, code));
            }
            _ => {}
        }
        Ok(())
    }

    pub fn signature(&self, function: u32) -> &FuncType {
        &self.types[self.signatures[function as usize] as usize]
    }

    pub fn code(&self, function: u32) -> &Function<'a> {
        &self.functions[function as usize - self.imported]
    }

    /// The number of operands and of results of a block.
    pub fn arity(&self, block: BlockType) -> (usize, usize) {
        match block {
            BlockType::Empty => (0, 0),
            BlockType::Type(_) => (0, 1),
            BlockType::FuncType(index) => {
                let of = &self.types[index as usize];
                (of.params().len(), of.results().len())
            }
        }
    }

    pub fn memory(&self) -> Vec<u8> {
        let mut memory = vec![0; self.pages << 16];
        for &(at, data) in &self.data {
            memory[Range { start: at, end: at + data.len() }].copy_from_slice(data);
        }
        memory
    }
}

/// The value of an initial expression.
fn constant(expression: &ConstExpr) -> wasmparser::Result<u64> {
    match expression.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value as u32 as u64),
        Operator::I64Const { value } => Ok(value as u64),
        Operator::RefNull { .. } => Ok(0),
        other => panic!("no constant: {other:?}"),
    }
}
