"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"planned-list-2","title":"Exported transaction list, serialization version 2","type":"object","required":["serialization_version","transaction"],"properties":{"creation_time":{"type":"string"},"serialization_version":{"const":2},"author":{"type":["string","null"]},"transaction":{"type":"array","items":{"$ref":"#/definitions/element"}}},"definitions":{"element":{"type":"object","properties":{"uuid":{"type":["string","null"]},"ta_type":{"type":["string","null"]},"variant":{"type":["string","null"]}},"allOf":[{"if":{"properties":{"ta_type":{"enum":[null,"db_editor_simple","db_editor_bundle_prepend","db_editor_bundle_append"]}}},"then":{"required":["content"],"properties":{"content":{"$ref":"#/definitions/content"},"bundle":{"type":"array","items":{"$ref":"#/definitions/statement"}}}}},{"if":{"required":["ta_type"],"properties":{"ta_type":{"const":"json_template"}}},"then":{"required":["template","variables"],"properties":{"template":{"description":"A template as version_1.schema.json describes it.","type":"object"},"variables":{"description":"Values by name of the variable; one that was left empty is absent or null.","type":"object"}}}}]},"statement":{"type":"object","required":["object_fq_name","object_function","parameters"],"properties":{"object_fq_name":{"type":"string","pattern":"^[a-z0-9_]+\\.[a-z0-9_]+$"},"object_function":{"enum":["create","update","delete","connect","disconnect","bulk_update"]},"parameters":{"type":"object","properties":{"old":{"type":["object","null"]},"new":{"type":["object","null"]}}}}},"content":{"allOf":[{"$ref":"#/definitions/statement"}],"properties":{"preview_fields":{"type":["array","null"],"items":{"type":"string"}},"object_title":{"type":["string","null"]},"show_result":{"type":["boolean","null"]},"non_optionals":{"type":["array","null"],"items":{"type":"string"}},"input_reducer":{"enum":[null,"splitLines","trimDot"]}}}}};
const schema12 = {"type":"object","properties":{"uuid":{"type":["string","null"]},"ta_type":{"type":["string","null"]},"variant":{"type":["string","null"]}},"allOf":[{"if":{"properties":{"ta_type":{"enum":[null,"db_editor_simple","db_editor_bundle_prepend","db_editor_bundle_append"]}}},"then":{"required":["content"],"properties":{"content":{"$ref":"#/definitions/content"},"bundle":{"type":"array","items":{"$ref":"#/definitions/statement"}}}}},{"if":{"required":["ta_type"],"properties":{"ta_type":{"const":"json_template"}}},"then":{"required":["template","variables"],"properties":{"template":{"description":"A template as version_1.schema.json describes it.","type":"object"},"variables":{"description":"Values by name of the variable; one that was left empty is absent or null.","type":"object"}}}}]};
const schema14 = {"type":"object","required":["object_fq_name","object_function","parameters"],"properties":{"object_fq_name":{"type":"string","pattern":"^[a-z0-9_]+\\.[a-z0-9_]+$"},"object_function":{"enum":["create","update","delete","connect","disconnect","bulk_update"]},"parameters":{"type":"object","properties":{"old":{"type":["object","null"]},"new":{"type":["object","null"]}}}}};
const schema13 = {"allOf":[{"$ref":"#/definitions/statement"}],"properties":{"preview_fields":{"type":["array","null"],"items":{"type":"string"}},"object_title":{"type":["string","null"]},"show_result":{"type":["boolean","null"]},"non_optionals":{"type":["array","null"],"items":{"type":"string"}},"input_reducer":{"enum":[null,"splitLines","trimDot"]}}};
const pattern0 = new RegExp("^[a-z0-9_]+\\.[a-z0-9_]+$", "u");

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.object_fq_name === undefined) && (missing0 = "object_fq_name")) || ((data.object_function === undefined) && (missing0 = "object_function"))) || ((data.parameters === undefined) && (missing0 = "parameters"))){
validate12.errors = [{instancePath,schemaPath:"#/definitions/statement/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object_fq_name !== undefined){
let data0 = data.object_fq_name;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
validate12.errors = [{instancePath:instancePath+"/object_fq_name",schemaPath:"#/definitions/statement/properties/object_fq_name/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9_]+\\.[a-z0-9_]+$"},message:"must match pattern \""+"^[a-z0-9_]+\\.[a-z0-9_]+$"+"\""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/object_fq_name",schemaPath:"#/definitions/statement/properties/object_fq_name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs3 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.object_function !== undefined){
let data1 = data.object_function;
const _errs5 = errors;
if(!((((((data1 === "create") || (data1 === "update")) || (data1 === "delete")) || (data1 === "connect")) || (data1 === "disconnect")) || (data1 === "bulk_update"))){
validate12.errors = [{instancePath:instancePath+"/object_function",schemaPath:"#/definitions/statement/properties/object_function/enum",keyword:"enum",params:{allowedValues: schema14.properties.object_function.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.parameters !== undefined){
let data2 = data.parameters;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.old !== undefined){
let data3 = data2.old;
const _errs8 = errors;
if((!(data3 && typeof data3 == "object" && !Array.isArray(data3))) && (data3 !== null)){
validate12.errors = [{instancePath:instancePath+"/parameters/old",schemaPath:"#/definitions/statement/properties/parameters/properties/old/type",keyword:"type",params:{type: schema14.properties.parameters.properties.old.type},message:"must be object,null"}];
return false;
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.new !== undefined){
let data4 = data2.new;
const _errs10 = errors;
if((!(data4 && typeof data4 == "object" && !Array.isArray(data4))) && (data4 !== null)){
validate12.errors = [{instancePath:instancePath+"/parameters/new",schemaPath:"#/definitions/statement/properties/parameters/properties/new/type",keyword:"type",params:{type: schema14.properties.parameters.properties.new.type},message:"must be object,null"}];
return false;
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/parameters",schemaPath:"#/definitions/statement/properties/parameters/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate12.errors = [{instancePath,schemaPath:"#/definitions/statement/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.preview_fields !== undefined){
let data5 = data.preview_fields;
const _errs12 = errors;
if((!(Array.isArray(data5))) && (data5 !== null)){
validate12.errors = [{instancePath:instancePath+"/preview_fields",schemaPath:"#/properties/preview_fields/type",keyword:"type",params:{type: schema13.properties.preview_fields.type},message:"must be array,null"}];
return false;
}
if(errors === _errs12){
if(Array.isArray(data5)){
var valid5 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
const _errs14 = errors;
if(typeof data5[i0] !== "string"){
validate12.errors = [{instancePath:instancePath+"/preview_fields/" + i0,schemaPath:"#/properties/preview_fields/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs14 === errors;
if(!valid5){
break;
}
}
}
}
var valid4 = _errs12 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.object_title !== undefined){
let data7 = data.object_title;
const _errs16 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate12.errors = [{instancePath:instancePath+"/object_title",schemaPath:"#/properties/object_title/type",keyword:"type",params:{type: schema13.properties.object_title.type},message:"must be string,null"}];
return false;
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.show_result !== undefined){
let data8 = data.show_result;
const _errs18 = errors;
if((typeof data8 !== "boolean") && (data8 !== null)){
validate12.errors = [{instancePath:instancePath+"/show_result",schemaPath:"#/properties/show_result/type",keyword:"type",params:{type: schema13.properties.show_result.type},message:"must be boolean,null"}];
return false;
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.non_optionals !== undefined){
let data9 = data.non_optionals;
const _errs20 = errors;
if((!(Array.isArray(data9))) && (data9 !== null)){
validate12.errors = [{instancePath:instancePath+"/non_optionals",schemaPath:"#/properties/non_optionals/type",keyword:"type",params:{type: schema13.properties.non_optionals.type},message:"must be array,null"}];
return false;
}
if(errors === _errs20){
if(Array.isArray(data9)){
var valid6 = true;
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
const _errs22 = errors;
if(typeof data9[i1] !== "string"){
validate12.errors = [{instancePath:instancePath+"/non_optionals/" + i1,schemaPath:"#/properties/non_optionals/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs22 === errors;
if(!valid6){
break;
}
}
}
}
var valid4 = _errs20 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.input_reducer !== undefined){
let data11 = data.input_reducer;
const _errs24 = errors;
if(!(((data11 === null) || (data11 === "splitLines")) || (data11 === "trimDot"))){
validate12.errors = [{instancePath:instancePath+"/input_reducer",schemaPath:"#/properties/input_reducer/enum",keyword:"enum",params:{allowedValues: schema13.properties.input_reducer.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid4 = _errs24 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
validate12.errors = vErrors;
return errors === 0;
}


function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ta_type !== undefined){
let data0 = data.ta_type;
if(!((((data0 === null) || (data0 === "db_editor_simple")) || (data0 === "db_editor_bundle_prepend")) || (data0 === "db_editor_bundle_append"))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.content === undefined) && (missing0 = "content")){
validate11.errors = [{instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.content !== undefined){
const _errs6 = errors;
if(!(validate12(data.content, {instancePath:instancePath+"/content",parentData:data,parentDataProperty:"content",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
var valid3 = _errs6 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.bundle !== undefined){
let data2 = data.bundle;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data2)){
var valid4 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs9 = errors;
const _errs10 = errors;
if(errors === _errs10){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((((data3.object_fq_name === undefined) && (missing1 = "object_fq_name")) || ((data3.object_function === undefined) && (missing1 = "object_function"))) || ((data3.parameters === undefined) && (missing1 = "parameters"))){
validate11.errors = [{instancePath:instancePath+"/bundle/" + i0,schemaPath:"#/definitions/statement/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data3.object_fq_name !== undefined){
let data4 = data3.object_fq_name;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
validate11.errors = [{instancePath:instancePath+"/bundle/" + i0+"/object_fq_name",schemaPath:"#/definitions/statement/properties/object_fq_name/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9_]+\\.[a-z0-9_]+$"},message:"must match pattern \""+"^[a-z0-9_]+\\.[a-z0-9_]+$"+"\""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/bundle/" + i0+"/object_fq_name",schemaPath:"#/definitions/statement/properties/object_fq_name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid6 = _errs12 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.object_function !== undefined){
let data5 = data3.object_function;
const _errs14 = errors;
if(!((((((data5 === "create") || (data5 === "update")) || (data5 === "delete")) || (data5 === "connect")) || (data5 === "disconnect")) || (data5 === "bulk_update"))){
validate11.errors = [{instancePath:instancePath+"/bundle/" + i0+"/object_function",schemaPath:"#/definitions/statement/properties/object_function/enum",keyword:"enum",params:{allowedValues: schema14.properties.object_function.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid6 = _errs14 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.parameters !== undefined){
let data6 = data3.parameters;
const _errs15 = errors;
if(errors === _errs15){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.old !== undefined){
let data7 = data6.old;
const _errs17 = errors;
if((!(data7 && typeof data7 == "object" && !Array.isArray(data7))) && (data7 !== null)){
validate11.errors = [{instancePath:instancePath+"/bundle/" + i0+"/parameters/old",schemaPath:"#/definitions/statement/properties/parameters/properties/old/type",keyword:"type",params:{type: schema14.properties.parameters.properties.old.type},message:"must be object,null"}];
return false;
}
var valid7 = _errs17 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data6.new !== undefined){
let data8 = data6.new;
const _errs19 = errors;
if((!(data8 && typeof data8 == "object" && !Array.isArray(data8))) && (data8 !== null)){
validate11.errors = [{instancePath:instancePath+"/bundle/" + i0+"/parameters/new",schemaPath:"#/definitions/statement/properties/parameters/properties/new/type",keyword:"type",params:{type: schema14.properties.parameters.properties.new.type},message:"must be object,null"}];
return false;
}
var valid7 = _errs19 === errors;
}
else {
var valid7 = true;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/bundle/" + i0+"/parameters",schemaPath:"#/definitions/statement/properties/parameters/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid6 = _errs15 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/bundle/" + i0,schemaPath:"#/definitions/statement/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs9 === errors;
if(!valid4){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/bundle",schemaPath:"#/allOf/0/then/properties/bundle/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid3 = _errs7 === errors;
}
else {
var valid3 = true;
}
}
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
}
if(!valid1){
const err1 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs1 === errors;
if(valid0){
const _errs21 = errors;
const _errs22 = errors;
let valid8 = true;
const _errs23 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.ta_type === undefined) && (missing2 = "ta_type")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
if(data.ta_type !== undefined){
if("json_template" !== data.ta_type){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
}
var _valid1 = _errs23 === errors;
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs25 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if(((data.template === undefined) && (missing3 = "template")) || ((data.variables === undefined) && (missing3 = "variables"))){
validate11.errors = [{instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data.template !== undefined){
let data10 = data.template;
const _errs26 = errors;
if(!(data10 && typeof data10 == "object" && !Array.isArray(data10))){
validate11.errors = [{instancePath:instancePath+"/template",schemaPath:"#/allOf/1/then/properties/template/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid10 = _errs26 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data.variables !== undefined){
let data11 = data.variables;
const _errs28 = errors;
if(!(data11 && typeof data11 == "object" && !Array.isArray(data11))){
validate11.errors = [{instancePath:instancePath+"/variables",schemaPath:"#/allOf/1/then/properties/variables/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid10 = _errs28 === errors;
}
else {
var valid10 = true;
}
}
}
}
var _valid1 = _errs25 === errors;
valid8 = _valid1;
}
if(!valid8){
const err4 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate11.errors = vErrors;
return false;
}
var valid0 = _errs21 === errors;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uuid !== undefined){
let data12 = data.uuid;
const _errs30 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate11.errors = [{instancePath:instancePath+"/uuid",schemaPath:"#/properties/uuid/type",keyword:"type",params:{type: schema12.properties.uuid.type},message:"must be string,null"}];
return false;
}
var valid11 = _errs30 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data.ta_type !== undefined){
let data13 = data.ta_type;
const _errs32 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate11.errors = [{instancePath:instancePath+"/ta_type",schemaPath:"#/properties/ta_type/type",keyword:"type",params:{type: schema12.properties.ta_type.type},message:"must be string,null"}];
return false;
}
var valid11 = _errs32 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data.variant !== undefined){
let data14 = data.variant;
const _errs34 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate11.errors = [{instancePath:instancePath+"/variant",schemaPath:"#/properties/variant/type",keyword:"type",params:{type: schema12.properties.variant.type},message:"must be string,null"}];
return false;
}
var valid11 = _errs34 === errors;
}
else {
var valid11 = true;
}
}
}
}
else {
validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="planned-list-2" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.serialization_version === undefined) && (missing0 = "serialization_version")) || ((data.transaction === undefined) && (missing0 = "transaction"))){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.creation_time !== undefined){
const _errs1 = errors;
if(typeof data.creation_time !== "string"){
validate10.errors = [{instancePath:instancePath+"/creation_time",schemaPath:"#/properties/creation_time/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.serialization_version !== undefined){
const _errs3 = errors;
if(2 !== data.serialization_version){
validate10.errors = [{instancePath:instancePath+"/serialization_version",schemaPath:"#/properties/serialization_version/const",keyword:"const",params:{allowedValue: 2},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.author !== undefined){
let data2 = data.author;
const _errs4 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate10.errors = [{instancePath:instancePath+"/author",schemaPath:"#/properties/author/type",keyword:"type",params:{type: schema11.properties.author.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.transaction !== undefined){
let data3 = data.transaction;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs8 = errors;
if(!(validate11(data3[i0], {instancePath:instancePath+"/transaction/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var valid1 = _errs8 === errors;
if(!valid1){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/transaction",schemaPath:"#/properties/transaction/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}
