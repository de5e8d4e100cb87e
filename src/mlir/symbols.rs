//! The part of MLIR's C API that lowdiff calls, as a table filled at run time.
//!
//! One set of declarations serves every MLIR from 19 on: handles are structs of one pointer passed by value,
//! strings are pointer and length. The functions that a library lacks are named in the error, all at once.

use libloading::Library;
use std::ffi::{c_int, c_uint, c_void};

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub *mut c_void);

        impl $name {
            /// The C API's way to say "none".
            pub fn is_null(self) -> bool {
                self.0.is_null()
            }
        }
    )* };
}

handles! {
    /// `MlirContext`
    RawContext,
    /// `MlirDialectRegistry`
    RawRegistry,
    /// `MlirModule`
    RawModule,
    /// `MlirOperation`
    RawOperation,
    /// `MlirBlock`
    RawBlock,
    /// `MlirRegion`
    RawRegion,
    /// `MlirValue`
    RawValue,
    /// `MlirType`
    RawType,
    /// `MlirAttribute`
    RawAttribute,
    /// `MlirIdentifier`
    RawIdentifier,
    /// `MlirLocation`
    RawLocation,
    /// `MlirOpOperand`
    RawOpOperand,
    /// `MlirDiagnostic`
    RawDiagnostic,
    /// `MlirPassManager`
    RawPassManager,
    /// `MlirOpPassManager`
    RawOpPassManager,
    /// `MlirOpPrintingFlags`
    RawPrintingFlags,
    /// `MlirExecutionEngine`
    RawEngine,
}

/// `MlirStringRef`: bytes with a length, not NUL-terminated.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct StringRef {
    /// First byte.
    pub data: *const u8,
    /// Number of bytes.
    pub length: usize,
}

impl From<&str> for StringRef {
    fn from(text: &str) -> StringRef {
        StringRef { data: text.as_ptr(), length: text.len() }
    }
}

/// `MlirNamedAttribute`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct NamedAttribute {
    /// The attribute's name.
    pub name: RawIdentifier,
    /// Its value.
    pub attribute: RawAttribute,
}

/// A count and what is counted, as the C API has them side by side.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct List {
    /// Their number.
    pub count: isize,
    /// The first of them.
    pub items: *mut c_void,
}

/// `MlirOperationState`: what an operation is made of. MLIR's own functions add to its lists, which the creation of the operation frees.
#[repr(C)]
pub struct OperationState {
    /// Full name.
    pub name: StringRef,
    /// Its location.
    pub location: RawLocation,
    /// Results, operands, regions, successors and attributes, in this order.
    pub lists: [List; 5],
    /// True if the types of the results are to be found out.
    pub infer_results: bool,
}

impl OperationState {
    /// An operation of which nothing but the name is known.
    pub fn new(name: &str, location: RawLocation) -> OperationState {
        let lists = [List { count: 0, items: std::ptr::null_mut() }; 5];
        OperationState { name: name.into(), location, lists, infer_results: false }
    }
}

/// `MlirLogicalResult`: zero is failure.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct LogicalResult(pub i8);

impl LogicalResult {
    /// True if the call succeeded.
    pub fn succeeded(self) -> bool {
        self.0 != 0
    }
}

/// `MlirStringCallback`: receives a text in pieces.
pub type StringCallback = extern "C" fn(StringRef, *mut c_void);
/// `MlirDiagnosticHandler`: success means that the diagnostic was dealt with.
pub type DiagnosticHandler = extern "C" fn(RawDiagnostic, *mut c_void) -> LogicalResult;
/// `MlirOperationWalkCallback`: 0 goes on, 1 stops, 2 skips what is nested.
pub type WalkCallback = extern "C" fn(RawOperation, *mut c_void) -> c_int;

macro_rules! symbols {
    ($($field:ident = $symbol:literal: fn($($arg:ty),*) $(-> $ret:ty)?;)*) => {
        /// The functions, one field each, called after the symbol they hold.
        #[allow(missing_docs, reason = "each field is the C function its symbol names; MLIR documents them")]
        pub struct Symbols { $(pub $field: unsafe extern "C" fn($($arg),*) $(-> $ret)?,)* }

        impl Symbols {
            /// Every symbol a library must export.
            pub const NAMES: &[&str] = &[$($symbol),*];

            /// Looks every function up in `library`.
            ///
            /// # Errors
            /// The names of all symbols that are missing.
            pub fn load(library: &Library) -> Result<Symbols, Vec<&'static str>> {
                let absent = |name: &&&str| {
                    // SAFETY: only the symbol's presence is looked at here.
                    unsafe { library.get::<*const c_void>(name.as_bytes()) }.is_err()
                };
                let missing: Vec<_> = Symbols::NAMES.iter().filter(absent).copied().collect();
                if !missing.is_empty() {
                    return Err(missing);
                }
                Ok(Symbols { $(
                    // SAFETY: the type is the C API's declaration of this symbol, unchanged since MLIR 19.
                    $field: *unsafe {
                        library.get::<unsafe extern "C" fn($($arg),*) $(-> $ret)?>($symbol.as_bytes())
                    }.map_err(|_| vec![$symbol])?,
                )* })
            }
        }
    };
}

symbols! {
    // Dialects and contexts.
    registry_create = "mlirDialectRegistryCreate": fn() -> RawRegistry;
    registry_destroy = "mlirDialectRegistryDestroy": fn(RawRegistry);
    register_all_dialects = "mlirRegisterAllDialects": fn(RawRegistry);
    register_all_passes = "mlirRegisterAllPasses": fn();
    register_translations = "mlirRegisterAllLLVMTranslations": fn(RawContext);
    context_create = "mlirContextCreateWithRegistry": fn(RawRegistry, bool) -> RawContext;
    context_destroy = "mlirContextDestroy": fn(RawContext);
    context_load_dialects = "mlirContextLoadAllAvailableDialects": fn(RawContext);

    // Diagnostics.
    attach_handler = "mlirContextAttachDiagnosticHandler": fn(RawContext, DiagnosticHandler, *mut c_void, *mut c_void) -> u64;
    detach_handler = "mlirContextDetachDiagnosticHandler": fn(RawContext, u64);
    diagnostic_print = "mlirDiagnosticPrint": fn(RawDiagnostic, StringCallback, *mut c_void);
    diagnostic_severity = "mlirDiagnosticGetSeverity": fn(RawDiagnostic) -> c_int;
    diagnostic_location = "mlirDiagnosticGetLocation": fn(RawDiagnostic) -> RawLocation;
    location_print = "mlirLocationPrint": fn(RawLocation, StringCallback, *mut c_void);

    // Modules and operations.
    module_parse = "mlirModuleCreateParse": fn(RawContext, StringRef) -> RawModule;
    module_destroy = "mlirModuleDestroy": fn(RawModule);
    module_operation = "mlirModuleGetOperation": fn(RawModule) -> RawOperation;
    module_of = "mlirModuleFromOperation": fn(RawOperation) -> RawModule;
    module_body = "mlirModuleGetBody": fn(RawModule) -> RawBlock;
    operation_clone = "mlirOperationClone": fn(RawOperation) -> RawOperation;
    operation_verify = "mlirOperationVerify": fn(RawOperation) -> bool;
    operation_print = "mlirOperationPrint": fn(RawOperation, StringCallback, *mut c_void);
    operation_print_with = "mlirOperationPrintWithFlags": fn(RawOperation, RawPrintingFlags, StringCallback, *mut c_void);
    printing_create = "mlirOpPrintingFlagsCreate": fn() -> RawPrintingFlags;
    printing_destroy = "mlirOpPrintingFlagsDestroy": fn(RawPrintingFlags);
    printing_elide = "mlirOpPrintingFlagsElideLargeElementsAttrs": fn(RawPrintingFlags, isize);
    printing_without_aliases = "mlirOpPrintingFlagsUseLocalScope": fn(RawPrintingFlags);
    printing_unverified = "mlirOpPrintingFlagsAssumeVerified": fn(RawPrintingFlags);
    printing_generic = "mlirOpPrintingFlagsPrintGenericOpForm": fn(RawPrintingFlags);
    operation_write_bytecode = "mlirOperationWriteBytecode": fn(RawOperation, StringCallback, *mut c_void);
    operation_parse = "mlirOperationCreateParse": fn(RawContext, StringRef, StringRef) -> RawOperation;
    state_results = "mlirOperationStateAddResults": fn(*mut OperationState, isize, *const RawType);
    state_operands = "mlirOperationStateAddOperands": fn(*mut OperationState, isize, *const RawValue);
    state_regions = "mlirOperationStateAddOwnedRegions": fn(*mut OperationState, isize, *const RawRegion);
    state_successors = "mlirOperationStateAddSuccessors": fn(*mut OperationState, isize, *const RawBlock);
    state_attributes = "mlirOperationStateAddAttributes": fn(*mut OperationState, isize, *const NamedAttribute);
    operation_create = "mlirOperationCreate": fn(*mut OperationState) -> RawOperation;
    operation_set_operand = "mlirOperationSetOperand": fn(RawOperation, isize, RawValue);
    operation_set_operands = "mlirOperationSetOperands": fn(RawOperation, isize, *const RawValue);
    operation_destroy = "mlirOperationDestroy": fn(RawOperation);
    operation_detach = "mlirOperationRemoveFromParent": fn(RawOperation);
    operation_move_before = "mlirOperationMoveBefore": fn(RawOperation, RawOperation);
    operation_block = "mlirOperationGetBlock": fn(RawOperation) -> RawBlock;
    operation_remove_attribute = "mlirOperationRemoveAttributeByName": fn(RawOperation, StringRef) -> bool;
    operation_name = "mlirOperationGetName": fn(RawOperation) -> RawIdentifier;
    identifier_text = "mlirIdentifierStr": fn(RawIdentifier) -> StringRef;
    operation_walk = "mlirOperationWalk": fn(RawOperation, WalkCallback, *mut c_void, c_int);
    operation_operand_count = "mlirOperationGetNumOperands": fn(RawOperation) -> isize;
    operation_operand = "mlirOperationGetOperand": fn(RawOperation, isize) -> RawValue;
    operation_result_count = "mlirOperationGetNumResults": fn(RawOperation) -> isize;
    operation_result = "mlirOperationGetResult": fn(RawOperation, isize) -> RawValue;
    operation_region_count = "mlirOperationGetNumRegions": fn(RawOperation) -> isize;
    operation_region = "mlirOperationGetRegion": fn(RawOperation, isize) -> RawRegion;
    operation_attribute_count = "mlirOperationGetNumAttributes": fn(RawOperation) -> isize;
    operation_attribute_at = "mlirOperationGetAttribute": fn(RawOperation, isize) -> NamedAttribute;
    discardable_count = "mlirOperationGetNumDiscardableAttributes": fn(RawOperation) -> isize;
    discardable_at = "mlirOperationGetDiscardableAttribute": fn(RawOperation, isize) -> NamedAttribute;
    operation_successor_count = "mlirOperationGetNumSuccessors": fn(RawOperation) -> isize;
    operation_successor = "mlirOperationGetSuccessor": fn(RawOperation, isize) -> RawBlock;
    operation_attribute = "mlirOperationGetAttributeByName": fn(RawOperation, StringRef) -> RawAttribute;
    operation_set_attribute = "mlirOperationSetAttributeByName": fn(RawOperation, StringRef, RawAttribute);
    operation_location = "mlirOperationGetLocation": fn(RawOperation) -> RawLocation;
    operation_next = "mlirOperationGetNextInBlock": fn(RawOperation) -> RawOperation;
    region_create = "mlirRegionCreate": fn() -> RawRegion;
    region_take_body = "mlirRegionTakeBody": fn(RawRegion, RawRegion);
    region_first_block = "mlirRegionGetFirstBlock": fn(RawRegion) -> RawBlock;
    block_first_operation = "mlirBlockGetFirstOperation": fn(RawBlock) -> RawOperation;
    block_next = "mlirBlockGetNextInRegion": fn(RawBlock) -> RawBlock;
    block_terminator = "mlirBlockGetTerminator": fn(RawBlock) -> RawOperation;
    block_region = "mlirBlockGetParentRegion": fn(RawBlock) -> RawRegion;
    block_detach = "mlirBlockDetach": fn(RawBlock);
    block_destroy = "mlirBlockDestroy": fn(RawBlock);
    block_erase_argument = "mlirBlockEraseArgument": fn(RawBlock, c_uint);
    block_insert_before = "mlirBlockInsertOwnedOperationBefore": fn(RawBlock, RawOperation, RawOperation);
    block_argument_count = "mlirBlockGetNumArguments": fn(RawBlock) -> isize;
    block_argument = "mlirBlockGetArgument": fn(RawBlock, isize) -> RawValue;
    replace_symbol_uses = "mlirSymbolTableReplaceAllSymbolUses": fn(StringRef, StringRef, RawOperation) -> LogicalResult;

    // Values, types and attributes.
    value_type = "mlirValueGetType": fn(RawValue) -> RawType;
    value_is_result = "mlirValueIsAOpResult": fn(RawValue) -> bool;
    value_replace = "mlirValueReplaceAllUsesOfWith": fn(RawValue, RawValue);
    value_first_use = "mlirValueGetFirstUse": fn(RawValue) -> RawOpOperand;
    operand_is_null = "mlirOpOperandIsNull": fn(RawOpOperand) -> bool;
    result_owner = "mlirOpResultGetOwner": fn(RawValue) -> RawOperation;
    type_print = "mlirTypePrint": fn(RawType, StringCallback, *mut c_void);
    type_is_tensor = "mlirTypeIsATensor": fn(RawType) -> bool;
    type_is_vector = "mlirTypeIsAVector": fn(RawType) -> bool;
    type_is_memref = "mlirTypeIsAMemRef": fn(RawType) -> bool;
    type_is_unranked_memref = "mlirTypeIsAUnrankedMemRef": fn(RawType) -> bool;
    type_is_index = "mlirTypeIsAIndex": fn(RawType) -> bool;
    type_is_shaped = "mlirTypeIsAShaped": fn(RawType) -> bool;
    shaped_element = "mlirShapedTypeGetElementType": fn(RawType) -> RawType;
    shaped_has_rank = "mlirShapedTypeHasRank": fn(RawType) -> bool;
    shaped_rank = "mlirShapedTypeGetRank": fn(RawType) -> i64;
    shaped_is_dynamic = "mlirShapedTypeIsDynamicDim": fn(RawType, isize) -> bool;
    shaped_extent = "mlirShapedTypeGetDimSize": fn(RawType, isize) -> i64;
    function_input_count = "mlirFunctionTypeGetNumInputs": fn(RawType) -> isize;
    function_input = "mlirFunctionTypeGetInput": fn(RawType, isize) -> RawType;
    function_result_count = "mlirFunctionTypeGetNumResults": fn(RawType) -> isize;
    function_result = "mlirFunctionTypeGetResult": fn(RawType, isize) -> RawType;
    type_is_function = "mlirTypeIsAFunction": fn(RawType) -> bool;
    attribute_is_type = "mlirAttributeIsAType": fn(RawAttribute) -> bool;
    attribute_type_value = "mlirTypeAttrGetValue": fn(RawAttribute) -> RawType;
    attribute_print = "mlirAttributePrint": fn(RawAttribute, StringCallback, *mut c_void);
    attribute_type = "mlirAttributeGetType": fn(RawAttribute) -> RawType;
    attribute_is_bool = "mlirAttributeIsABool": fn(RawAttribute) -> bool;
    bool_value = "mlirBoolAttrGetValue": fn(RawAttribute) -> bool;
    attribute_is_integer = "mlirAttributeIsAInteger": fn(RawAttribute) -> bool;
    integer_value = "mlirIntegerAttrGetValueInt": fn(RawAttribute) -> i64;
    unsigned_value = "mlirIntegerAttrGetValueUInt": fn(RawAttribute) -> u64;
    attribute_is_float = "mlirAttributeIsAFloat": fn(RawAttribute) -> bool;
    float_value = "mlirFloatAttrGetValueDouble": fn(RawAttribute) -> f64;
    attribute_is_string = "mlirAttributeIsAString": fn(RawAttribute) -> bool;
    string_value = "mlirStringAttrGetValue": fn(RawAttribute) -> StringRef;
    attribute_is_symbol = "mlirAttributeIsAFlatSymbolRef": fn(RawAttribute) -> bool;
    symbol_value = "mlirFlatSymbolRefAttrGetValue": fn(RawAttribute) -> StringRef;
    attribute_is_i32_array = "mlirAttributeIsADenseI32Array": fn(RawAttribute) -> bool;
    attribute_is_i64_array = "mlirAttributeIsADenseI64Array": fn(RawAttribute) -> bool;
    array_length = "mlirDenseArrayGetNumElements": fn(RawAttribute) -> isize;
    i32_array_at = "mlirDenseI32ArrayGetElement": fn(RawAttribute, isize) -> i32;
    i64_array_at = "mlirDenseI64ArrayGetElement": fn(RawAttribute, isize) -> i64;
    attribute_is_list = "mlirAttributeIsAArray": fn(RawAttribute) -> bool;
    list_length = "mlirArrayAttrGetNumElements": fn(RawAttribute) -> isize;
    list_at = "mlirArrayAttrGetElement": fn(RawAttribute, isize) -> RawAttribute;
    attribute_is_dense = "mlirAttributeIsADenseElements": fn(RawAttribute) -> bool;
    attribute_is_resource = "mlirAttributeIsADenseResourceElements": fn(RawAttribute) -> bool;
    attribute_is_sparse = "mlirAttributeIsASparseElements": fn(RawAttribute) -> bool;
    sparse_indices = "mlirSparseElementsAttrGetIndices": fn(RawAttribute) -> RawAttribute;
    sparse_values = "mlirSparseElementsAttrGetValues": fn(RawAttribute) -> RawAttribute;
    dense_is_splat = "mlirDenseElementsAttrIsSplat": fn(RawAttribute) -> bool;
    dense_bool = "mlirDenseElementsAttrGetBoolValue": fn(RawAttribute, isize) -> bool;
    dense_data = "mlirDenseElementsAttrGetRawData": fn(RawAttribute) -> *const c_void;
    attribute_is_dictionary = "mlirAttributeIsADictionary": fn(RawAttribute) -> bool;
    dictionary_count = "mlirDictionaryAttrGetNumElements": fn(RawAttribute) -> isize;
    dictionary_at = "mlirDictionaryAttrGetElement": fn(RawAttribute, isize) -> NamedAttribute;
    attribute_parse = "mlirAttributeParseGet": fn(RawContext, StringRef) -> RawAttribute;
    string_attribute = "mlirStringAttrGet": fn(RawContext, StringRef) -> RawAttribute;

    // Passes.
    pass_manager_create = "mlirPassManagerCreate": fn(RawContext) -> RawPassManager;
    pass_manager_destroy = "mlirPassManagerDestroy": fn(RawPassManager);
    pass_manager_as_op = "mlirPassManagerGetAsOpPassManager": fn(RawPassManager) -> RawOpPassManager;
    pass_manager_run = "mlirPassManagerRunOnOp": fn(RawPassManager, RawOperation) -> LogicalResult;
    pass_manager_enable_verifier = "mlirPassManagerEnableVerifier": fn(RawPassManager, bool);
    pipeline_parse = "mlirParsePassPipeline": fn(RawOpPassManager, StringRef, StringCallback, *mut c_void) -> LogicalResult;
    pipeline_print = "mlirPrintPassPipeline": fn(RawOpPassManager, StringCallback, *mut c_void);

    // Execution. The last parameter (position independent code) joined after 19, where it is ignored.
    engine_create = "mlirExecutionEngineCreate": fn(RawModule, c_int, c_int, *const StringRef, bool, bool) -> RawEngine;
    engine_destroy = "mlirExecutionEngineDestroy": fn(RawEngine);
    engine_register = "mlirExecutionEngineRegisterSymbol": fn(RawEngine, StringRef, *mut c_void);
    engine_lookup = "mlirExecutionEngineLookup": fn(RawEngine, StringRef) -> *mut c_void;
}
