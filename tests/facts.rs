//! Facts are fields and enums: `words` and `report` make the sentences, held by the source itself.
//!
//! A document is a type that derives `Serialize`. Two ways of putting a sentence into one are looked for: an expression that makes a
//! document, in which a literal of prose stands or a local variable that was made of one; and a fact `Told`, which is for texts that
//! were read. A sentence that a function of another file hands over is not seen.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// Folders that make sentences: `cli` is what a person reads of them.
const WORDED: [&str; 3] = ["core/src/words/", "src/report/", "src/cli/"];

/// Sources of folders, by their path from the root.
fn sources(folders: &[&str]) -> Vec<(String, syn::File)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("an entry").path();
            let shown = path.strip_prefix(root).expect("it is below").display().to_string();
            if path.is_dir() {
                open.push(path);
            } else if shown.ends_with(".rs") && !is_for_tests(&shown) {
                let text = std::fs::read_to_string(&path).expect("the source can be read");
                found.push((shown, syn::parse_file(&text).expect("it is Rust")));
            }
        }
    }
    found
}

/// True of files of tests, and of the examples that tests of several folders share.
fn is_for_tests(path: &str) -> bool {
    ["tests.rs", "/testing.rs", "/example.rs"].iter().any(|end| path.ends_with(end))
        || path.contains("/tests/")
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Ident>().is_ok_and(|ident| ident == "test")
    })
}

/// True of two words of letters with a space between them.
fn is_prose(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase());
    words.windows(2).any(|pair| pair.iter().all(|word| is_word(word.trim_matches([',', ':', ';', '.']))))
}

/// The names of types that derive `Serialize`.
#[derive(Default)]
struct Documents(BTreeSet<String>);

impl Documents {
    fn note(&mut self, attributes: &[syn::Attribute], name: &syn::Ident) {
        let derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
        let of = |attribute: &syn::Attribute| match &attribute.meta {
            syn::Meta::List(list) => list.tokens.to_string(),
            _ => String::new(),
        };
        if derives.map(of).any(|all| all.split([',', ' ']).any(|one| one == "Serialize")) {
            self.0.insert(name.to_string());
        }
    }
}

impl<'a> Visit<'a> for Documents {
    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        self.note(&item.attrs, &item.ident);
    }

    fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
        self.note(&item.attrs, &item.ident);
    }

    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
}

/// The literals of prose and the variables in an expression; those of macros too, whose tokens are no expressions.
#[derive(Default)]
struct Inside {
    prose: Vec<String>,
    variables: Vec<String>,
}

impl Inside {
    /// The tokens of a macro, as text: literals stand between quotes, and variables outside of them or in braces.
    fn tokens(&mut self, text: &str) {
        let name = |part: &str| {
            let end = part.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(part.len());
            part[..end].to_owned()
        };
        for (number, part) in text.replace("\\\"", "").split('"').enumerate() {
            if number % 2 == 0 {
                let words = part.split(|c: char| !c.is_alphanumeric() && c != '_');
                self.variables.extend(words.map(str::to_owned));
            } else {
                self.prose.extend(Some(part.to_owned()).filter(|text| is_prose(text)));
                self.variables.extend(part.split('{').skip(1).map(name));
            }
        }
    }
}

impl<'a> Visit<'a> for Inside {
    fn visit_lit_str(&mut self, literal: &'a syn::LitStr) {
        self.prose.extend(Some(literal.value()).filter(|text| is_prose(text)));
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        // A sentence that ends the program, is logged, or is an error is in no document.
        let apart = ["assert", "assert_eq", "panic", "unreachable", "bail", "warn", "info", "debug"];
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if !apart.contains(&&*name) {
            self.tokens(&call.tokens.to_string());
        }
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        visit::visit_expr(self, &call.receiver);
        // These have a panic's text or an error.
        let apart = ["expect", "context", "with_context", "ok_or", "ok_or_else", "map_err"];
        if !apart.iter().any(|name| call.method == name) {
            call.args.iter().for_each(|argument| self.visit_expr(argument));
        }
    }

    fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
        self.variables.extend(path.path.get_ident().map(ToString::to_string));
    }
}

/// Looks for sentences that are put into documents.
struct Sentences<'d> {
    documents: &'d BTreeSet<String>,
    /// The values of local variables of the function at hand.
    locals: HashMap<String, Vec<String>>,
    found: Vec<String>,
}

impl Sentences<'_> {
    fn of(documents: &BTreeSet<String>, file: &syn::File) -> Vec<String> {
        let mut sentences = Sentences { documents, locals: HashMap::new(), found: Vec::new() };
        sentences.visit_file(file);
        sentences.found
    }

    fn is_document(&self, path: &syn::Path) -> bool {
        path.segments.iter().any(|segment| self.documents.contains(&segment.ident.to_string()))
    }

    /// The prose in an expression, or in the variables that it names.
    fn prose(&self, value: &syn::Expr) -> Vec<String> {
        let mut inside = Inside::default();
        inside.visit_expr(value);
        let of_variables =
            inside.variables.iter().filter_map(|name| self.locals.get(name)).flatten().cloned();
        inside.prose.into_iter().chain(of_variables).collect()
    }
}

impl<'a> Visit<'a> for Sentences<'_> {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_block(&mut self, block: &'a syn::Block) {
        let before = self.locals.clone();
        visit::visit_block(self, block);
        self.locals = before;
    }

    fn visit_local(&mut self, local: &'a syn::Local) {
        visit::visit_local(self, local);
        if let (syn::Pat::Ident(name), Some(init)) = (&local.pat, &local.init) {
            let prose = self.prose(&init.expr);
            self.locals.insert(name.ident.to_string(), prose);
        }
    }

    fn visit_expr_struct(&mut self, made: &'a syn::ExprStruct) {
        if self.is_document(&made.path) {
            let prose = made.fields.iter().flat_map(|field| self.prose(&field.expr));
            self.found.extend(prose.collect::<Vec<_>>());
        }
        visit::visit_expr_struct(self, made);
    }

    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        if let syn::Expr::Path(made) = &*call.func {
            // A variant begins with a capital letter; functions of the type answer for themselves.
            let last = made.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            if last.starts_with(char::is_uppercase) && self.is_document(&made.path) {
                let prose = call.args.iter().flat_map(|argument| self.prose(argument));
                self.found.extend(prose.collect::<Vec<_>>());
            }
        }
        visit::visit_expr_call(self, call);
    }
}

#[test]
fn documents_hold_no_sentence() {
    let all = sources(&["core/src", "src"]);
    let mut documents = Documents::default();
    all.iter().for_each(|(_, file)| documents.visit_file(file));
    assert!(documents.0.contains("Cause") && documents.0.contains("Verdict"), "the check sees documents");
    let others = all.iter().filter(|(path, _)| !WORDED.iter().any(|folder| path.starts_with(folder)));
    let found: Vec<(&str, Vec<String>)> = others
        .map(|(path, file)| (&**path, Sentences::of(&documents.0, file)))
        .filter(|(_, found)| !found.is_empty())
        .collect();
    assert!(found.is_empty(), "a fact is a field or an enum, and `words` has its sentence: {found:#?}");
}

#[test]
fn a_planted_sentence_is_found() {
    let documents = BTreeSet::from(["Cause".to_owned(), "Seen".to_owned()]);
    let found = |body: &str| {
        let file = syn::parse_file(&format!("fn f(name: &str) {{ {body} }}")).expect("it is Rust");
        Sentences::of(&documents, &file).len()
    };
    for planted in [
        r#"Cause::Lacks(format!("the machine does not know {name}"));"#,
        r#"Cause::Lacks("no such operation".into());"#,
        r#"Seen { why: format!("{name} went wrong"), at: 1 };"#,
        r#"let why = format!("{name} went wrong"); Seen { why, at: 1 };"#,
        r#"let words = "went wrong"; let why = format!("{name} {words}"); observe::Seen { why, at: 1 };"#,
        r#"Ok(Seen { why: left.map_or_else(|| "it went wrong".to_owned(), say), at: 1 });"#,
    ] {
        assert_eq!(found(planted), 1, "{planted}");
    }
    for fact in [
        r#"Cause::Lacks(Lack::Operation(name.to_owned()));"#,
        r#"Seen { why: format!("{name}-{name}"), at: 1 };"#,
        r#"Seen { why: read(name).expect("it was read before"), at: 1 };"#,
        r#"Seen { why: read(name).ok_or("there is none")?, at: 1 };"#,
        r#"bail!("{name} cannot be read");"#,
    ] {
        assert_eq!(found(fact), 0, "{fact}");
    }
}

/// Functions that refuse an operation say so by a fact: an error of text is none.
struct TextErrors(usize);

impl<'a> Visit<'a> for TextErrors {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_path_segment(&mut self, segment: &'a syn::PathSegment) {
        if let ("Result", syn::PathArguments::AngleBracketed(given)) =
            (&*segment.ident.to_string(), &segment.arguments)
            && let Some(syn::GenericArgument::Type(syn::Type::Path(error))) = given.args.iter().nth(1)
        {
            self.0 += usize::from(error.path.is_ident("String"));
        }
        visit::visit_path_segment(self, segment);
    }
}

#[test]
fn the_machine_refuses_by_facts() {
    for (path, file) in sources(&["core/src/eval", "core/src/op"]) {
        let mut errors = TextErrors(0);
        errors.visit_file(&file);
        assert_eq!(errors.0, 0, "{path} has errors that are texts: use observe::Lack");
    }
    let mut planted = TextErrors(0);
    let source = "fn f(site: &Site<'_>) -> Result<Option<Action>, String> {}";
    planted.visit_file(&syn::parse_file(source).expect("it is Rust"));
    assert_eq!(planted.0, 1, "the check sees what it is after");
}
