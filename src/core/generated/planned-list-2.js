"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"planned-list-2","title":"Exported transaction list, serialization version 2","type":"object","required":["serialization_version","transaction"],"properties":{"creation_time":{"type":"string"},"serialization_version":{"const":2},"author":{"type":["string","null"]},"transaction":{"type":"array","items":{"$ref":"#/definitions/element"}}},"definitions":{"element":{"type":"object","properties":{"uuid":{"type":["string","null"]},"ta_type":{"type":["string","null"]},"variant":{"type":["string","null"]},"losses":{"type":["array","null"],"items":{"$ref":"#/definitions/loss"}}},"allOf":[{"if":{"properties":{"ta_type":{"enum":[null,"db_editor_simple","db_editor_bundle_prepend","db_editor_bundle_append"]}}},"then":{"required":["content"],"properties":{"content":{"$ref":"#/definitions/content"},"bundle":{"type":"array","items":{"$ref":"#/definitions/statement"}}}}},{"if":{"required":["ta_type"],"properties":{"ta_type":{"const":"json_template"}}},"then":{"required":["template","variables"],"properties":{"template":{"description":"A template as version_1.schema.json describes it.","type":"object"},"variables":{"description":"Values by name of the variable; one that was left empty is absent or null.","type":"object"}}}}]},"statement":{"type":"object","required":["object_fq_name","object_function","parameters"],"properties":{"object_fq_name":{"type":"string","pattern":"^[a-z0-9_]+\\.[a-z0-9_]+$"},"object_function":{"description":"create, update, delete, connect, disconnect, bulk_update, or another function that only this type has","type":"string","pattern":"^[a-z][a-z0-9_]*$"},"parameters":{"type":"object","properties":{"old":{"type":["object","null"]},"new":{"type":["object","null"]}}},"old_ref_params":{"$ref":"#/definitions/refParams"},"new_ref_params":{"$ref":"#/definitions/refParams"}}},"refParams":{"description":"Parameters taken from the rows of an earlier step of the list, named by its idx (wire contract 3.5).","type":["array","null"],"items":{"type":"object","required":["idx"],"properties":{"idx":{"type":"string"},"params":{"type":"object","additionalProperties":{"type":"string"}},"join_type":{"enum":["cross","zip"]}}}},"loss":{"description":"What an element that takes a change back does not bring back; the reason is the key of a text.","type":"object","required":["object","title","attribute","reason"],"properties":{"object":{"type":"string"},"title":{"type":"string"},"attribute":{"type":["string","null"]},"reason":{"type":"string"}}},"content":{"allOf":[{"$ref":"#/definitions/statement"}],"properties":{"preview_fields":{"type":["array","null"],"items":{"type":"string"}},"object_title":{"type":["string","null"]},"show_result":{"type":["boolean","null"]},"non_optionals":{"type":["array","null"],"items":{"type":"string"}},"input_reducer":{"enum":[null,"splitLines","trimDot"]}}}}};
const schema12 = {"type":"object","properties":{"uuid":{"type":["string","null"]},"ta_type":{"type":["string","null"]},"variant":{"type":["string","null"]},"losses":{"type":["array","null"],"items":{"$ref":"#/definitions/loss"}}},"allOf":[{"if":{"properties":{"ta_type":{"enum":[null,"db_editor_simple","db_editor_bundle_prepend","db_editor_bundle_append"]}}},"then":{"required":["content"],"properties":{"content":{"$ref":"#/definitions/content"},"bundle":{"type":"array","items":{"$ref":"#/definitions/statement"}}}}},{"if":{"required":["ta_type"],"properties":{"ta_type":{"const":"json_template"}}},"then":{"required":["template","variables"],"properties":{"template":{"description":"A template as version_1.schema.json describes it.","type":"object"},"variables":{"description":"Values by name of the variable; one that was left empty is absent or null.","type":"object"}}}}]};
const schema17 = {"description":"What an element that takes a change back does not bring back; the reason is the key of a text.","type":"object","required":["object","title","attribute","reason"],"properties":{"object":{"type":"string"},"title":{"type":"string"},"attribute":{"type":["string","null"]},"reason":{"type":"string"}}};
const schema13 = {"allOf":[{"$ref":"#/definitions/statement"}],"properties":{"preview_fields":{"type":["array","null"],"items":{"type":"string"}},"object_title":{"type":["string","null"]},"show_result":{"type":["boolean","null"]},"non_optionals":{"type":["array","null"],"items":{"type":"string"}},"input_reducer":{"enum":[null,"splitLines","trimDot"]}}};
const schema14 = {"type":"object","required":["object_fq_name","object_function","parameters"],"properties":{"object_fq_name":{"type":"string","pattern":"^[a-z0-9_]+\\.[a-z0-9_]+$"},"object_function":{"description":"create, update, delete, connect, disconnect, bulk_update, or another function that only this type has","type":"string","pattern":"^[a-z][a-z0-9_]*$"},"parameters":{"type":"object","properties":{"old":{"type":["object","null"]},"new":{"type":["object","null"]}}},"old_ref_params":{"$ref":"#/definitions/refParams"},"new_ref_params":{"$ref":"#/definitions/refParams"}}};
const schema15 = {"description":"Parameters taken from the rows of an earlier step of the list, named by its idx (wire contract 3.5).","type":["array","null"],"items":{"type":"object","required":["idx"],"properties":{"idx":{"type":"string"},"params":{"type":"object","additionalProperties":{"type":"string"}},"join_type":{"enum":["cross","zip"]}}}};
const pattern0 = new RegExp("^[a-z0-9_]+\\.[a-z0-9_]+$", "u");
const pattern1 = new RegExp("^[a-z][a-z0-9_]*$", "u");

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.object_fq_name === undefined) && (missing0 = "object_fq_name")) || ((data.object_function === undefined) && (missing0 = "object_function"))) || ((data.parameters === undefined) && (missing0 = "parameters"))){
validate13.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.object_fq_name !== undefined){
let data0 = data.object_fq_name;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
validate13.errors = [{instancePath:instancePath+"/object_fq_name",schemaPath:"#/properties/object_fq_name/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9_]+\\.[a-z0-9_]+$"},message:"must match pattern \""+"^[a-z0-9_]+\\.[a-z0-9_]+$"+"\""}];
return false;
}
}
else {
validate13.errors = [{instancePath:instancePath+"/object_fq_name",schemaPath:"#/properties/object_fq_name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.object_function !== undefined){
let data1 = data.object_function;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
validate13.errors = [{instancePath:instancePath+"/object_function",schemaPath:"#/properties/object_function/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]*$"},message:"must match pattern \""+"^[a-z][a-z0-9_]*$"+"\""}];
return false;
}
}
else {
validate13.errors = [{instancePath:instancePath+"/object_function",schemaPath:"#/properties/object_function/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.parameters !== undefined){
let data2 = data.parameters;
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.old !== undefined){
let data3 = data2.old;
const _errs7 = errors;
if((!(data3 && typeof data3 == "object" && !Array.isArray(data3))) && (data3 !== null)){
validate13.errors = [{instancePath:instancePath+"/parameters/old",schemaPath:"#/properties/parameters/properties/old/type",keyword:"type",params:{type: schema14.properties.parameters.properties.old.type},message:"must be object,null"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.new !== undefined){
let data4 = data2.new;
const _errs9 = errors;
if((!(data4 && typeof data4 == "object" && !Array.isArray(data4))) && (data4 !== null)){
validate13.errors = [{instancePath:instancePath+"/parameters/new",schemaPath:"#/properties/parameters/properties/new/type",keyword:"type",params:{type: schema14.properties.parameters.properties.new.type},message:"must be object,null"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/parameters",schemaPath:"#/properties/parameters/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.old_ref_params !== undefined){
let data5 = data.old_ref_params;
const _errs11 = errors;
const _errs12 = errors;
if((!(Array.isArray(data5))) && (data5 !== null)){
validate13.errors = [{instancePath:instancePath+"/old_ref_params",schemaPath:"#/definitions/refParams/type",keyword:"type",params:{type: schema15.type},message:"must be array,null"}];
return false;
}
if(errors === _errs12){
if(Array.isArray(data5)){
var valid3 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs14 = errors;
if(errors === _errs14){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if((data6.idx === undefined) && (missing1 = "idx")){
validate13.errors = [{instancePath:instancePath+"/old_ref_params/" + i0,schemaPath:"#/definitions/refParams/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data6.idx !== undefined){
const _errs16 = errors;
if(typeof data6.idx !== "string"){
validate13.errors = [{instancePath:instancePath+"/old_ref_params/" + i0+"/idx",schemaPath:"#/definitions/refParams/items/properties/idx/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.params !== undefined){
let data8 = data6.params;
const _errs18 = errors;
if(errors === _errs18){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key0 in data8){
const _errs21 = errors;
if(typeof data8[key0] !== "string"){
validate13.errors = [{instancePath:instancePath+"/old_ref_params/" + i0+"/params/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/refParams/items/properties/params/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs21 === errors;
if(!valid5){
break;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/old_ref_params/" + i0+"/params",schemaPath:"#/definitions/refParams/items/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.join_type !== undefined){
let data10 = data6.join_type;
const _errs23 = errors;
if(!((data10 === "cross") || (data10 === "zip"))){
validate13.errors = [{instancePath:instancePath+"/old_ref_params/" + i0+"/join_type",schemaPath:"#/definitions/refParams/items/properties/join_type/enum",keyword:"enum",params:{allowedValues: schema15.items.properties.join_type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid4 = _errs23 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/old_ref_params/" + i0,schemaPath:"#/definitions/refParams/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs14 === errors;
if(!valid3){
break;
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.new_ref_params !== undefined){
let data11 = data.new_ref_params;
const _errs24 = errors;
const _errs25 = errors;
if((!(Array.isArray(data11))) && (data11 !== null)){
validate13.errors = [{instancePath:instancePath+"/new_ref_params",schemaPath:"#/definitions/refParams/type",keyword:"type",params:{type: schema15.type},message:"must be array,null"}];
return false;
}
if(errors === _errs25){
if(Array.isArray(data11)){
var valid7 = true;
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
let data12 = data11[i1];
const _errs27 = errors;
if(errors === _errs27){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing2;
if((data12.idx === undefined) && (missing2 = "idx")){
validate13.errors = [{instancePath:instancePath+"/new_ref_params/" + i1,schemaPath:"#/definitions/refParams/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data12.idx !== undefined){
const _errs29 = errors;
if(typeof data12.idx !== "string"){
validate13.errors = [{instancePath:instancePath+"/new_ref_params/" + i1+"/idx",schemaPath:"#/definitions/refParams/items/properties/idx/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs29 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data12.params !== undefined){
let data14 = data12.params;
const _errs31 = errors;
if(errors === _errs31){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key1 in data14){
const _errs34 = errors;
if(typeof data14[key1] !== "string"){
validate13.errors = [{instancePath:instancePath+"/new_ref_params/" + i1+"/params/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/refParams/items/properties/params/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs34 === errors;
if(!valid9){
break;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/new_ref_params/" + i1+"/params",schemaPath:"#/definitions/refParams/items/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid8 = _errs31 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data12.join_type !== undefined){
let data16 = data12.join_type;
const _errs36 = errors;
if(!((data16 === "cross") || (data16 === "zip"))){
validate13.errors = [{instancePath:instancePath+"/new_ref_params/" + i1+"/join_type",schemaPath:"#/definitions/refParams/items/properties/join_type/enum",keyword:"enum",params:{allowedValues: schema15.items.properties.join_type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid8 = _errs36 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/new_ref_params/" + i1,schemaPath:"#/definitions/refParams/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid7 = _errs27 === errors;
if(!valid7){
break;
}
}
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}


function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate13(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.preview_fields !== undefined){
let data0 = data.preview_fields;
const _errs1 = errors;
if((!(Array.isArray(data0))) && (data0 !== null)){
validate12.errors = [{instancePath:instancePath+"/preview_fields",schemaPath:"#/properties/preview_fields/type",keyword:"type",params:{type: schema13.properties.preview_fields.type},message:"must be array,null"}];
return false;
}
if(errors === _errs1){
if(Array.isArray(data0)){
var valid2 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs3 = errors;
if(typeof data0[i0] !== "string"){
validate12.errors = [{instancePath:instancePath+"/preview_fields/" + i0,schemaPath:"#/properties/preview_fields/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs3 === errors;
if(!valid2){
break;
}
}
}
}
var valid1 = _errs1 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.object_title !== undefined){
let data2 = data.object_title;
const _errs5 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate12.errors = [{instancePath:instancePath+"/object_title",schemaPath:"#/properties/object_title/type",keyword:"type",params:{type: schema13.properties.object_title.type},message:"must be string,null"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.show_result !== undefined){
let data3 = data.show_result;
const _errs7 = errors;
if((typeof data3 !== "boolean") && (data3 !== null)){
validate12.errors = [{instancePath:instancePath+"/show_result",schemaPath:"#/properties/show_result/type",keyword:"type",params:{type: schema13.properties.show_result.type},message:"must be boolean,null"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.non_optionals !== undefined){
let data4 = data.non_optionals;
const _errs9 = errors;
if((!(Array.isArray(data4))) && (data4 !== null)){
validate12.errors = [{instancePath:instancePath+"/non_optionals",schemaPath:"#/properties/non_optionals/type",keyword:"type",params:{type: schema13.properties.non_optionals.type},message:"must be array,null"}];
return false;
}
if(errors === _errs9){
if(Array.isArray(data4)){
var valid3 = true;
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
const _errs11 = errors;
if(typeof data4[i1] !== "string"){
validate12.errors = [{instancePath:instancePath+"/non_optionals/" + i1,schemaPath:"#/properties/non_optionals/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs11 === errors;
if(!valid3){
break;
}
}
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.input_reducer !== undefined){
let data6 = data.input_reducer;
const _errs13 = errors;
if(!(((data6 === null) || (data6 === "splitLines")) || (data6 === "trimDot"))){
validate12.errors = [{instancePath:instancePath+"/input_reducer",schemaPath:"#/properties/input_reducer/enum",keyword:"enum",params:{allowedValues: schema13.properties.input_reducer.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
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
const _errs9 = errors;
if(!(validate13(data2[i0], {instancePath:instancePath+"/bundle/" + i0,parentData:data2,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
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
const _errs10 = errors;
const _errs11 = errors;
let valid5 = true;
const _errs12 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.ta_type === undefined) && (missing1 = "ta_type")){
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
var _valid1 = _errs12 === errors;
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs14 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.template === undefined) && (missing2 = "template")) || ((data.variables === undefined) && (missing2 = "variables"))){
validate11.errors = [{instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data.template !== undefined){
let data5 = data.template;
const _errs15 = errors;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
validate11.errors = [{instancePath:instancePath+"/template",schemaPath:"#/allOf/1/then/properties/template/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid7 = _errs15 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data.variables !== undefined){
let data6 = data.variables;
const _errs17 = errors;
if(!(data6 && typeof data6 == "object" && !Array.isArray(data6))){
validate11.errors = [{instancePath:instancePath+"/variables",schemaPath:"#/allOf/1/then/properties/variables/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid7 = _errs17 === errors;
}
else {
var valid7 = true;
}
}
}
}
var _valid1 = _errs14 === errors;
valid5 = _valid1;
}
if(!valid5){
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
var valid0 = _errs10 === errors;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uuid !== undefined){
let data7 = data.uuid;
const _errs19 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate11.errors = [{instancePath:instancePath+"/uuid",schemaPath:"#/properties/uuid/type",keyword:"type",params:{type: schema12.properties.uuid.type},message:"must be string,null"}];
return false;
}
var valid8 = _errs19 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data.ta_type !== undefined){
let data8 = data.ta_type;
const _errs21 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate11.errors = [{instancePath:instancePath+"/ta_type",schemaPath:"#/properties/ta_type/type",keyword:"type",params:{type: schema12.properties.ta_type.type},message:"must be string,null"}];
return false;
}
var valid8 = _errs21 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data.variant !== undefined){
let data9 = data.variant;
const _errs23 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate11.errors = [{instancePath:instancePath+"/variant",schemaPath:"#/properties/variant/type",keyword:"type",params:{type: schema12.properties.variant.type},message:"must be string,null"}];
return false;
}
var valid8 = _errs23 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data.losses !== undefined){
let data10 = data.losses;
const _errs25 = errors;
if((!(Array.isArray(data10))) && (data10 !== null)){
validate11.errors = [{instancePath:instancePath+"/losses",schemaPath:"#/properties/losses/type",keyword:"type",params:{type: schema12.properties.losses.type},message:"must be array,null"}];
return false;
}
if(errors === _errs25){
if(Array.isArray(data10)){
var valid9 = true;
const len1 = data10.length;
for(let i1=0; i1<len1; i1++){
let data11 = data10[i1];
const _errs27 = errors;
const _errs28 = errors;
if(errors === _errs28){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing3;
if(((((data11.object === undefined) && (missing3 = "object")) || ((data11.title === undefined) && (missing3 = "title"))) || ((data11.attribute === undefined) && (missing3 = "attribute"))) || ((data11.reason === undefined) && (missing3 = "reason"))){
validate11.errors = [{instancePath:instancePath+"/losses/" + i1,schemaPath:"#/definitions/loss/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data11.object !== undefined){
const _errs30 = errors;
if(typeof data11.object !== "string"){
validate11.errors = [{instancePath:instancePath+"/losses/" + i1+"/object",schemaPath:"#/definitions/loss/properties/object/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs30 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data11.title !== undefined){
const _errs32 = errors;
if(typeof data11.title !== "string"){
validate11.errors = [{instancePath:instancePath+"/losses/" + i1+"/title",schemaPath:"#/definitions/loss/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs32 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data11.attribute !== undefined){
let data14 = data11.attribute;
const _errs34 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
validate11.errors = [{instancePath:instancePath+"/losses/" + i1+"/attribute",schemaPath:"#/definitions/loss/properties/attribute/type",keyword:"type",params:{type: schema17.properties.attribute.type},message:"must be string,null"}];
return false;
}
var valid11 = _errs34 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data11.reason !== undefined){
const _errs36 = errors;
if(typeof data11.reason !== "string"){
validate11.errors = [{instancePath:instancePath+"/losses/" + i1+"/reason",schemaPath:"#/definitions/loss/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs36 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/losses/" + i1,schemaPath:"#/definitions/loss/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid9 = _errs27 === errors;
if(!valid9){
break;
}
}
}
}
var valid8 = _errs25 === errors;
}
else {
var valid8 = true;
}
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
