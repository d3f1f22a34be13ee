"use strict";
export const validate = validate20;
export default validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"version_1","title":"Transaction template, version_1","description":"A workflow of the hub: steps with markers {{variable}} and the variables that are asked for.","type":"object","additionalProperties":false,"required":["schema_version","target_api_version","name","description","transaction","returning","variables"],"properties":{"$schema":{"type":"string"},"schema_version":{"const":"version_1"},"target_api_version":{"type":"string","pattern":"^[0-9]+\\.[0-9]+$"},"name":{"$ref":"#/$defs/texts"},"description":{"$ref":"#/$defs/texts"},"author":{"type":"string","minLength":1,"maxLength":255},"transaction":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/step"}},"returning":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["idx","list_display_name"],"properties":{"idx":{"$ref":"#/$defs/idx"},"list_display_name":{"$ref":"#/$defs/texts"}}}},"variables":{"type":"object","propertyNames":{"pattern":"^[A-Za-z_][A-Za-z0-9_]*$","not":{"const":"term"}},"additionalProperties":{"$ref":"#/$defs/variable"}}},"$defs":{"texts":{"description":"A text in each language.","type":"object","additionalProperties":false,"required":["de","en"],"properties":{"de":{"type":"string","minLength":1},"en":{"type":"string","minLength":1}}},"idx":{"description":"Sent as <uuid>_<idx>, which has at most 200 characters.","type":"string","minLength":1,"maxLength":160},"name":{"type":"string","minLength":1,"maxLength":255},"step":{"type":"object","additionalProperties":false,"required":["name"],"properties":{"idx":{"$ref":"#/$defs/idx"},"name":{"type":"string","pattern":"^[a-z0-9_]+\\.[a-z0-9_]+\\.[a-z0-9_]+$"},"old":{"type":"object"},"new":{"type":"object"},"inner_join_ref":{"$ref":"#/$defs/open_join"},"union_join_ref":{"$ref":"#/$defs/open_join"},"anti_join_ref":{"$ref":"#/$defs/join"},"inner_join_noref":{"$ref":"#/$defs/referring"},"anti_join_noref":{"$ref":"#/$defs/referring"},"old_ref_params":{"$ref":"#/$defs/ref_params"},"new_ref_params":{"$ref":"#/$defs/ref_params"},"old_ref_idx":{"$ref":"#/$defs/idx"},"new_ref_idx":{"$ref":"#/$defs/idx"}}},"join":{"type":"object","additionalProperties":{"$ref":"#/$defs/name"}},"open_join":{"description":"Null asks only whether the earlier step has a row.","type":"object","additionalProperties":{"anyOf":[{"$ref":"#/$defs/name"},{"type":"null"}]}},"referring":{"description":"Foreign keys of other objects: one of `or` and each of `and`.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"or":{"$ref":"#/$defs/keys"},"and":{"$ref":"#/$defs/keys"}}},"keys":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","minLength":1,"maxLength":255}},"ref_params":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["idx","params"],"properties":{"idx":{"$ref":"#/$defs/idx"},"params":{"type":"object","additionalProperties":{"$ref":"#/$defs/name"}},"join_type":{"enum":["cross","zip"]}}}},"variable":{"type":"object","additionalProperties":false,"required":["type","friendly_name","description","optional","nullable","default","list","type_params"],"properties":{"type":{"enum":["int","datetime","date","bool","select","typeahead","fqdn","ip_addr","mac_addr","text","str"]},"friendly_name":{"$ref":"#/$defs/texts"},"description":{"$ref":"#/$defs/texts"},"optional":{"type":"boolean"},"nullable":{"type":"boolean"},"default":{"description":"The value the form begins with; null is none."},"list":{"type":"boolean"},"type_params":{"type":"object"},"min":{"description":"Least number of an int, or of each of several.","type":"integer"},"max":{"description":"Greatest number of an int, or of each of several.","type":"integer"},"pattern":{"description":"Regular expression that a text or fqdn matches, or each of several.","type":"string","minLength":1,"maxLength":256}},"allOf":[{"if":{"properties":{"type":{"enum":["int"]}}},"else":{"properties":{"min":false,"max":false}}},{"if":{"properties":{"type":{"enum":["text","str","fqdn"]}}},"else":{"properties":{"pattern":false}}},{"if":{"properties":{"type":{"const":"select"}}},"then":{"properties":{"type_params":{"$ref":"#/$defs/select_params"}}}},{"if":{"properties":{"type":{"const":"typeahead"}}},"then":{"properties":{"type_params":{"$ref":"#/$defs/typeahead_params"}}}},{"if":{"properties":{"type":{"const":"ip_addr"}}},"then":{"properties":{"type_params":{"$ref":"#/$defs/ip_addr_params"}}}},{"if":{"properties":{"type":{"enum":["int","datetime","date","bool","fqdn","mac_addr","text","str"]}}},"then":{"properties":{"type_params":{"maxProperties":0}}}}]},"select_params":{"type":"object","additionalProperties":false,"required":["entries"],"properties":{"entries":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["value","display_name"],"properties":{"value":{"type":["string","number","boolean"]},"display_name":{"$ref":"#/$defs/texts"}}}}}},"typeahead_params":{"type":"object","additionalProperties":false,"required":["query","query_path","display_value","return_value"],"properties":{"query":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/step"}},"query_path":{"$ref":"#/$defs/idx"},"display_value":{"$ref":"#/$defs/name"},"return_value":{"$ref":"#/$defs/name"}}},"ip_addr_params":{"type":"object","additionalProperties":false,"required":["address_type"],"properties":{"address_type":{"enum":["v4","v6","v4+v6"]}}}}};
const schema32 = {"description":"A text in each language.","type":"object","additionalProperties":false,"required":["de","en"],"properties":{"de":{"type":"string","minLength":1},"en":{"type":"string","minLength":1}}};
const schema35 = {"description":"Sent as <uuid>_<idx>, which has at most 200 characters.","type":"string","minLength":1,"maxLength":160};
const func1 = Object.prototype.hasOwnProperty;
const pattern4 = new RegExp("^[0-9]+\\.[0-9]+$", "u");
const pattern6 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
const schema34 = {"type":"object","additionalProperties":false,"required":["name"],"properties":{"idx":{"$ref":"#/$defs/idx"},"name":{"type":"string","pattern":"^[a-z0-9_]+\\.[a-z0-9_]+\\.[a-z0-9_]+$"},"old":{"type":"object"},"new":{"type":"object"},"inner_join_ref":{"$ref":"#/$defs/open_join"},"union_join_ref":{"$ref":"#/$defs/open_join"},"anti_join_ref":{"$ref":"#/$defs/join"},"inner_join_noref":{"$ref":"#/$defs/referring"},"anti_join_noref":{"$ref":"#/$defs/referring"},"old_ref_params":{"$ref":"#/$defs/ref_params"},"new_ref_params":{"$ref":"#/$defs/ref_params"},"old_ref_idx":{"$ref":"#/$defs/idx"},"new_ref_idx":{"$ref":"#/$defs/idx"}}};
const pattern5 = new RegExp("^[a-z0-9_]+\\.[a-z0-9_]+\\.[a-z0-9_]+$", "u");
const schema36 = {"description":"Null asks only whether the earlier step has a row.","type":"object","additionalProperties":{"anyOf":[{"$ref":"#/$defs/name"},{"type":"null"}]}};
const schema37 = {"type":"string","minLength":1,"maxLength":255};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
let data0 = data[key0];
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(typeof data0 === "string"){
if(data0.length > 255){
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
const _errs7 = errors;
if(data0 !== null){
const err3 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs7 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err4 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema38 = {"type":"object","additionalProperties":{"$ref":"#/$defs/name"}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
let data0 = data[key0];
if(typeof data0 === "string"){
if(data0.length > 255){
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema40 = {"description":"Foreign keys of other objects: one of `or` and each of `and`.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"or":{"$ref":"#/$defs/keys"},"and":{"$ref":"#/$defs/keys"}}};
const schema41 = {"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","minLength":1,"maxLength":255}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "or") || (key0 === "and"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.or !== undefined){
let data0 = data.or;
if(Array.isArray(data0)){
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/or",schemaPath:"#/$defs/keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(data1.length > 255){
const err3 = {instancePath:instancePath+"/or/" + i0,schemaPath:"#/$defs/keys/items/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/or/" + i0,schemaPath:"#/$defs/keys/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/or/" + i0,schemaPath:"#/$defs/keys/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
let i1 = data0.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data0[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err6 = {instancePath:instancePath+"/or",schemaPath:"#/$defs/keys/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err7 = {instancePath:instancePath+"/or",schemaPath:"#/$defs/keys/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.and !== undefined){
let data2 = data.and;
if(Array.isArray(data2)){
if(data2.length < 1){
const err8 = {instancePath:instancePath+"/and",schemaPath:"#/$defs/keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
const len1 = data2.length;
for(let i2=0; i2<len1; i2++){
let data3 = data2[i2];
if(typeof data3 === "string"){
if(data3.length > 255){
const err9 = {instancePath:instancePath+"/and/" + i2,schemaPath:"#/$defs/keys/items/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3.length < 1){
const err10 = {instancePath:instancePath+"/and/" + i2,schemaPath:"#/$defs/keys/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/and/" + i2,schemaPath:"#/$defs/keys/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
let i3 = data2.length;
let j1;
if(i3 > 1){
const indices1 = {};
for(;i3--;){
let item1 = data2[i3];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
const err12 = {instancePath:instancePath+"/and",schemaPath:"#/$defs/keys/uniqueItems",keyword:"uniqueItems",params:{i: i3, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i3+" are identical)"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
break;
}
indices1[item1] = i3;
}
}
}
else {
const err13 = {instancePath:instancePath+"/and",schemaPath:"#/$defs/keys/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema43 = {"type":"array","items":{"type":"object","additionalProperties":false,"required":["idx","params"],"properties":{"idx":{"$ref":"#/$defs/idx"},"params":{"type":"object","additionalProperties":{"$ref":"#/$defs/name"}},"join_type":{"enum":["cross","zip"]}}}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.idx === undefined){
const err0 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "idx"},message:"must have required property '"+"idx"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.params === undefined){
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "params"},message:"must have required property '"+"params"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data0){
if(!(((key0 === "idx") || (key0 === "params")) || (key0 === "join_type"))){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data0.idx !== undefined){
let data1 = data0.idx;
if(typeof data1 === "string"){
if(data1.length > 160){
const err3 = {instancePath:instancePath+"/" + i0+"/idx",schemaPath:"#/$defs/idx/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/" + i0+"/idx",schemaPath:"#/$defs/idx/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/" + i0+"/idx",schemaPath:"#/$defs/idx/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.params !== undefined){
let data2 = data0.params;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
let data3 = data2[key1];
if(typeof data3 === "string"){
if(data3.length > 255){
const err6 = {instancePath:instancePath+"/" + i0+"/params/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data3.length < 1){
const err7 = {instancePath:instancePath+"/" + i0+"/params/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/" + i0+"/params/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/" + i0+"/params",schemaPath:"#/items/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data0.join_type !== undefined){
let data4 = data0.join_type;
if(!((data4 === "cross") || (data4 === "zip"))){
const err10 = {instancePath:instancePath+"/" + i0+"/join_type",schemaPath:"#/items/properties/join_type/enum",keyword:"enum",params:{allowedValues: schema43.items.properties.join_type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema34.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.idx !== undefined){
let data0 = data.idx;
if(typeof data0 === "string"){
if(data0.length > 160){
const err2 = {instancePath:instancePath+"/idx",schemaPath:"#/$defs/idx/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.length < 1){
const err3 = {instancePath:instancePath+"/idx",schemaPath:"#/$defs/idx/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/idx",schemaPath:"#/$defs/idx/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 === "string"){
if(!pattern5.test(data1)){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9_]+\\.[a-z0-9_]+\\.[a-z0-9_]+$"},message:"must match pattern \""+"^[a-z0-9_]+\\.[a-z0-9_]+\\.[a-z0-9_]+$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.old !== undefined){
let data2 = data.old;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err7 = {instancePath:instancePath+"/old",schemaPath:"#/properties/old/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.new !== undefined){
let data3 = data.new;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err8 = {instancePath:instancePath+"/new",schemaPath:"#/properties/new/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.inner_join_ref !== undefined){
if(!(validate22(data.inner_join_ref, {instancePath:instancePath+"/inner_join_ref",parentData:data,parentDataProperty:"inner_join_ref",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data.union_join_ref !== undefined){
if(!(validate22(data.union_join_ref, {instancePath:instancePath+"/union_join_ref",parentData:data,parentDataProperty:"union_join_ref",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data.anti_join_ref !== undefined){
if(!(validate25(data.anti_join_ref, {instancePath:instancePath+"/anti_join_ref",parentData:data,parentDataProperty:"anti_join_ref",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
if(data.inner_join_noref !== undefined){
if(!(validate27(data.inner_join_noref, {instancePath:instancePath+"/inner_join_noref",parentData:data,parentDataProperty:"inner_join_noref",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data.anti_join_noref !== undefined){
if(!(validate27(data.anti_join_noref, {instancePath:instancePath+"/anti_join_noref",parentData:data,parentDataProperty:"anti_join_noref",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data.old_ref_params !== undefined){
if(!(validate30(data.old_ref_params, {instancePath:instancePath+"/old_ref_params",parentData:data,parentDataProperty:"old_ref_params",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
}
if(data.new_ref_params !== undefined){
if(!(validate30(data.new_ref_params, {instancePath:instancePath+"/new_ref_params",parentData:data,parentDataProperty:"new_ref_params",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
}
if(data.old_ref_idx !== undefined){
let data11 = data.old_ref_idx;
if(typeof data11 === "string"){
if(data11.length > 160){
const err9 = {instancePath:instancePath+"/old_ref_idx",schemaPath:"#/$defs/idx/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data11.length < 1){
const err10 = {instancePath:instancePath+"/old_ref_idx",schemaPath:"#/$defs/idx/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/old_ref_idx",schemaPath:"#/$defs/idx/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.new_ref_idx !== undefined){
let data12 = data.new_ref_idx;
if(typeof data12 === "string"){
if(data12.length > 160){
const err12 = {instancePath:instancePath+"/new_ref_idx",schemaPath:"#/$defs/idx/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data12.length < 1){
const err13 = {instancePath:instancePath+"/new_ref_idx",schemaPath:"#/$defs/idx/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/new_ref_idx",schemaPath:"#/$defs/idx/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema50 = {"type":"object","additionalProperties":false,"required":["type","friendly_name","description","optional","nullable","default","list","type_params"],"properties":{"type":{"enum":["int","datetime","date","bool","select","typeahead","fqdn","ip_addr","mac_addr","text","str"]},"friendly_name":{"$ref":"#/$defs/texts"},"description":{"$ref":"#/$defs/texts"},"optional":{"type":"boolean"},"nullable":{"type":"boolean"},"default":{"description":"The value the form begins with; null is none."},"list":{"type":"boolean"},"type_params":{"type":"object"},"min":{"description":"Least number of an int, or of each of several.","type":"integer"},"max":{"description":"Greatest number of an int, or of each of several.","type":"integer"},"pattern":{"description":"Regular expression that a text or fqdn matches, or each of several.","type":"string","minLength":1,"maxLength":256}},"allOf":[{"if":{"properties":{"type":{"enum":["int"]}}},"else":{"properties":{"min":false,"max":false}}},{"if":{"properties":{"type":{"enum":["text","str","fqdn"]}}},"else":{"properties":{"pattern":false}}},{"if":{"properties":{"type":{"const":"select"}}},"then":{"properties":{"type_params":{"$ref":"#/$defs/select_params"}}}},{"if":{"properties":{"type":{"const":"typeahead"}}},"then":{"properties":{"type_params":{"$ref":"#/$defs/typeahead_params"}}}},{"if":{"properties":{"type":{"const":"ip_addr"}}},"then":{"properties":{"type_params":{"$ref":"#/$defs/ip_addr_params"}}}},{"if":{"properties":{"type":{"enum":["int","datetime","date","bool","fqdn","mac_addr","text","str"]}}},"then":{"properties":{"type_params":{"maxProperties":0}}}}]};
const schema57 = {"type":"object","additionalProperties":false,"required":["address_type"],"properties":{"address_type":{"enum":["v4","v6","v4+v6"]}}};
const schema51 = {"type":"object","additionalProperties":false,"required":["entries"],"properties":{"entries":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["value","display_name"],"properties":{"value":{"type":["string","number","boolean"]},"display_name":{"$ref":"#/$defs/texts"}}}}}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.entries === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "entries"},message:"must have required property '"+"entries"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "entries")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.entries !== undefined){
let data0 = data.entries;
if(Array.isArray(data0)){
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/entries",schemaPath:"#/properties/entries/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.value === undefined){
const err3 = {instancePath:instancePath+"/entries/" + i0,schemaPath:"#/properties/entries/items/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.display_name === undefined){
const err4 = {instancePath:instancePath+"/entries/" + i0,schemaPath:"#/properties/entries/items/required",keyword:"required",params:{missingProperty: "display_name"},message:"must have required property '"+"display_name"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key1 in data1){
if(!((key1 === "value") || (key1 === "display_name"))){
const err5 = {instancePath:instancePath+"/entries/" + i0,schemaPath:"#/properties/entries/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.value !== undefined){
let data2 = data1.value;
if(((typeof data2 !== "string") && (!(typeof data2 == "number"))) && (typeof data2 !== "boolean")){
const err6 = {instancePath:instancePath+"/entries/" + i0+"/value",schemaPath:"#/properties/entries/items/properties/value/type",keyword:"type",params:{type: schema51.properties.entries.items.properties.value.type},message:"must be string,number,boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.display_name !== undefined){
let data3 = data1.display_name;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.de === undefined){
const err7 = {instancePath:instancePath+"/entries/" + i0+"/display_name",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "de"},message:"must have required property '"+"de"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3.en === undefined){
const err8 = {instancePath:instancePath+"/entries/" + i0+"/display_name",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "en"},message:"must have required property '"+"en"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key2 in data3){
if(!((key2 === "de") || (key2 === "en"))){
const err9 = {instancePath:instancePath+"/entries/" + i0+"/display_name",schemaPath:"#/$defs/texts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data3.de !== undefined){
let data4 = data3.de;
if(typeof data4 === "string"){
if(data4.length < 1){
const err10 = {instancePath:instancePath+"/entries/" + i0+"/display_name/de",schemaPath:"#/$defs/texts/properties/de/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/entries/" + i0+"/display_name/de",schemaPath:"#/$defs/texts/properties/de/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data3.en !== undefined){
let data5 = data3.en;
if(typeof data5 === "string"){
if(data5.length < 1){
const err12 = {instancePath:instancePath+"/entries/" + i0+"/display_name/en",schemaPath:"#/$defs/texts/properties/en/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/entries/" + i0+"/display_name/en",schemaPath:"#/$defs/texts/properties/en/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/entries/" + i0+"/display_name",schemaPath:"#/$defs/texts/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/entries/" + i0,schemaPath:"#/properties/entries/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/entries",schemaPath:"#/properties/entries/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema53 = {"type":"object","additionalProperties":false,"required":["query","query_path","display_value","return_value"],"properties":{"query":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/step"}},"query_path":{"$ref":"#/$defs/idx"},"display_value":{"$ref":"#/$defs/name"},"return_value":{"$ref":"#/$defs/name"}}};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.query === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query"},message:"must have required property '"+"query"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query_path === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query_path"},message:"must have required property '"+"query_path"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.display_value === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "display_value"},message:"must have required property '"+"display_value"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.return_value === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "return_value"},message:"must have required property '"+"return_value"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "query") || (key0 === "query_path")) || (key0 === "display_value")) || (key0 === "return_value"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.query !== undefined){
let data0 = data.query;
if(Array.isArray(data0)){
if(data0.length < 1){
const err5 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate21(data0[i0], {instancePath:instancePath+"/query/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.query_path !== undefined){
let data2 = data.query_path;
if(typeof data2 === "string"){
if(data2.length > 160){
const err7 = {instancePath:instancePath+"/query_path",schemaPath:"#/$defs/idx/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2.length < 1){
const err8 = {instancePath:instancePath+"/query_path",schemaPath:"#/$defs/idx/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/query_path",schemaPath:"#/$defs/idx/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.display_value !== undefined){
let data3 = data.display_value;
if(typeof data3 === "string"){
if(data3.length > 255){
const err10 = {instancePath:instancePath+"/display_value",schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data3.length < 1){
const err11 = {instancePath:instancePath+"/display_value",schemaPath:"#/$defs/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/display_value",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.return_value !== undefined){
let data4 = data.return_value;
if(typeof data4 === "string"){
if(data4.length > 255){
const err13 = {instancePath:instancePath+"/return_value",schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data4.length < 1){
const err14 = {instancePath:instancePath+"/return_value",schemaPath:"#/$defs/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/return_value",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
if(!(data.type === "int")){
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
if(!_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.min !== undefined){
const err1 = {instancePath:instancePath+"/min",schemaPath:"#/allOf/0/else/properties/min/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.max !== undefined){
const err2 = {instancePath:instancePath+"/max",schemaPath:"#/allOf/0/else/properties/max/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = {};
props0.min = true;
props0.max = true;
props0.type = true;
}
}
if(!valid1){
const err3 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const _errs7 = errors;
let valid4 = true;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
let data3 = data.type;
if(!(((data3 === "text") || (data3 === "str")) || (data3 === "fqdn"))){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(!_valid1){
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.pattern !== undefined){
const err5 = {instancePath:instancePath+"/pattern",schemaPath:"#/allOf/1/else/properties/pattern/false schema",keyword:"false schema",params:{},message:"boolean schema is false"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid4 = _valid1;
if(valid4){
var props1 = {};
props1.pattern = true;
props1.type = true;
}
}
if(!valid4){
const err6 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
const _errs12 = errors;
let valid7 = true;
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
if("select" !== data.type){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
var _valid2 = _errs13 === errors;
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs15 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type_params !== undefined){
if(!(validate35(data.type_params, {instancePath:instancePath+"/type_params",parentData:data,parentDataProperty:"type_params",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
}
}
var _valid2 = _errs15 === errors;
valid7 = _valid2;
if(valid7){
var props2 = {};
props2.type_params = true;
props2.type = true;
}
}
if(!valid7){
const err8 = {instancePath,schemaPath:"#/allOf/2/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(props0 !== true && props2 !== undefined){
if(props2 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props2);
}
}
const _errs18 = errors;
let valid10 = true;
const _errs19 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
if("typeahead" !== data.type){
const err9 = {};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
var _valid3 = _errs19 === errors;
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
if(_valid3){
const _errs21 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type_params !== undefined){
if(!(validate37(data.type_params, {instancePath:instancePath+"/type_params",parentData:data,parentDataProperty:"type_params",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
errors = vErrors.length;
}
}
}
var _valid3 = _errs21 === errors;
valid10 = _valid3;
if(valid10){
var props3 = {};
props3.type_params = true;
props3.type = true;
}
}
if(!valid10){
const err10 = {instancePath,schemaPath:"#/allOf/3/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(props0 !== true && props3 !== undefined){
if(props3 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props3);
}
}
const _errs24 = errors;
let valid13 = true;
const _errs25 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
if("ip_addr" !== data.type){
const err11 = {};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
var _valid4 = _errs25 === errors;
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
if(_valid4){
const _errs27 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type_params !== undefined){
let data10 = data.type_params;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.address_type === undefined){
const err12 = {instancePath:instancePath+"/type_params",schemaPath:"#/$defs/ip_addr_params/required",keyword:"required",params:{missingProperty: "address_type"},message:"must have required property '"+"address_type"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key0 in data10){
if(!(key0 === "address_type")){
const err13 = {instancePath:instancePath+"/type_params",schemaPath:"#/$defs/ip_addr_params/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data10.address_type !== undefined){
let data11 = data10.address_type;
if(!(((data11 === "v4") || (data11 === "v6")) || (data11 === "v4+v6"))){
const err14 = {instancePath:instancePath+"/type_params/address_type",schemaPath:"#/$defs/ip_addr_params/properties/address_type/enum",keyword:"enum",params:{allowedValues: schema57.properties.address_type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/type_params",schemaPath:"#/$defs/ip_addr_params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
var _valid4 = _errs27 === errors;
valid13 = _valid4;
if(valid13){
var props4 = {};
props4.type_params = true;
props4.type = true;
}
}
if(!valid13){
const err16 = {instancePath,schemaPath:"#/allOf/4/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(props0 !== true && props4 !== undefined){
if(props4 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props4);
}
}
const _errs34 = errors;
let valid18 = true;
const _errs35 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
let data12 = data.type;
if(!((((((((data12 === "int") || (data12 === "datetime")) || (data12 === "date")) || (data12 === "bool")) || (data12 === "fqdn")) || (data12 === "mac_addr")) || (data12 === "text")) || (data12 === "str"))){
const err17 = {};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
var _valid5 = _errs35 === errors;
errors = _errs34;
if(vErrors !== null){
if(_errs34){
vErrors.length = _errs34;
}
else {
vErrors = null;
}
}
if(_valid5){
const _errs37 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type_params !== undefined){
let data13 = data.type_params;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length > 0){
const err18 = {instancePath:instancePath+"/type_params",schemaPath:"#/allOf/5/then/properties/type_params/maxProperties",keyword:"maxProperties",params:{limit: 0},message:"must NOT have more than 0 properties"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
}
var _valid5 = _errs37 === errors;
valid18 = _valid5;
if(valid18){
var props5 = {};
props5.type_params = true;
props5.type = true;
}
}
if(!valid18){
const err19 = {instancePath,schemaPath:"#/allOf/5/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(props0 !== true && props5 !== undefined){
if(props5 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props5);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err20 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.friendly_name === undefined){
const err21 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "friendly_name"},message:"must have required property '"+"friendly_name"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.description === undefined){
const err22 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "description"},message:"must have required property '"+"description"+"'"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data.optional === undefined){
const err23 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "optional"},message:"must have required property '"+"optional"+"'"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data.nullable === undefined){
const err24 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "nullable"},message:"must have required property '"+"nullable"+"'"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data.default === undefined){
const err25 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "default"},message:"must have required property '"+"default"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.list === undefined){
const err26 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "list"},message:"must have required property '"+"list"+"'"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data.type_params === undefined){
const err27 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type_params"},message:"must have required property '"+"type_params"+"'"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key1 in data){
if(!(func1.call(schema50.properties, key1))){
const err28 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.type !== undefined){
let data14 = data.type;
if(!(((((((((((data14 === "int") || (data14 === "datetime")) || (data14 === "date")) || (data14 === "bool")) || (data14 === "select")) || (data14 === "typeahead")) || (data14 === "fqdn")) || (data14 === "ip_addr")) || (data14 === "mac_addr")) || (data14 === "text")) || (data14 === "str"))){
const err29 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema50.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.friendly_name !== undefined){
let data15 = data.friendly_name;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.de === undefined){
const err30 = {instancePath:instancePath+"/friendly_name",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "de"},message:"must have required property '"+"de"+"'"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data15.en === undefined){
const err31 = {instancePath:instancePath+"/friendly_name",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "en"},message:"must have required property '"+"en"+"'"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
for(const key2 in data15){
if(!((key2 === "de") || (key2 === "en"))){
const err32 = {instancePath:instancePath+"/friendly_name",schemaPath:"#/$defs/texts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data15.de !== undefined){
let data16 = data15.de;
if(typeof data16 === "string"){
if(data16.length < 1){
const err33 = {instancePath:instancePath+"/friendly_name/de",schemaPath:"#/$defs/texts/properties/de/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/friendly_name/de",schemaPath:"#/$defs/texts/properties/de/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data15.en !== undefined){
let data17 = data15.en;
if(typeof data17 === "string"){
if(data17.length < 1){
const err35 = {instancePath:instancePath+"/friendly_name/en",schemaPath:"#/$defs/texts/properties/en/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/friendly_name/en",schemaPath:"#/$defs/texts/properties/en/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath:instancePath+"/friendly_name",schemaPath:"#/$defs/texts/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.description !== undefined){
let data18 = data.description;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.de === undefined){
const err38 = {instancePath:instancePath+"/description",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "de"},message:"must have required property '"+"de"+"'"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data18.en === undefined){
const err39 = {instancePath:instancePath+"/description",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "en"},message:"must have required property '"+"en"+"'"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
for(const key3 in data18){
if(!((key3 === "de") || (key3 === "en"))){
const err40 = {instancePath:instancePath+"/description",schemaPath:"#/$defs/texts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data18.de !== undefined){
let data19 = data18.de;
if(typeof data19 === "string"){
if(data19.length < 1){
const err41 = {instancePath:instancePath+"/description/de",schemaPath:"#/$defs/texts/properties/de/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/description/de",schemaPath:"#/$defs/texts/properties/de/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data18.en !== undefined){
let data20 = data18.en;
if(typeof data20 === "string"){
if(data20.length < 1){
const err43 = {instancePath:instancePath+"/description/en",schemaPath:"#/$defs/texts/properties/en/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/description/en",schemaPath:"#/$defs/texts/properties/en/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/description",schemaPath:"#/$defs/texts/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data.optional !== undefined){
if(typeof data.optional !== "boolean"){
const err46 = {instancePath:instancePath+"/optional",schemaPath:"#/properties/optional/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data.nullable !== undefined){
if(typeof data.nullable !== "boolean"){
const err47 = {instancePath:instancePath+"/nullable",schemaPath:"#/properties/nullable/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.list !== undefined){
if(typeof data.list !== "boolean"){
const err48 = {instancePath:instancePath+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.type_params !== undefined){
let data24 = data.type_params;
if(!(data24 && typeof data24 == "object" && !Array.isArray(data24))){
const err49 = {instancePath:instancePath+"/type_params",schemaPath:"#/properties/type_params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data.min !== undefined){
let data25 = data.min;
if(!((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25)))){
const err50 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.max !== undefined){
let data26 = data.max;
if(!((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26)))){
const err51 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data.pattern !== undefined){
let data27 = data.pattern;
if(typeof data27 === "string"){
if(data27.length > 256){
const err52 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data27.length < 1){
const err53 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
else {
const err54 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="version_1" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.schema_version === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "schema_version"},message:"must have required property '"+"schema_version"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.target_api_version === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "target_api_version"},message:"must have required property '"+"target_api_version"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.name === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.description === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "description"},message:"must have required property '"+"description"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.transaction === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transaction"},message:"must have required property '"+"transaction"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.returning === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "returning"},message:"must have required property '"+"returning"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.variables === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "variables"},message:"must have required property '"+"variables"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema31.properties, key0))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.$schema !== undefined){
if(typeof data.$schema !== "string"){
const err8 = {instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.schema_version !== undefined){
if("version_1" !== data.schema_version){
const err9 = {instancePath:instancePath+"/schema_version",schemaPath:"#/properties/schema_version/const",keyword:"const",params:{allowedValue: "version_1"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.target_api_version !== undefined){
let data2 = data.target_api_version;
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err10 = {instancePath:instancePath+"/target_api_version",schemaPath:"#/properties/target_api_version/pattern",keyword:"pattern",params:{pattern: "^[0-9]+\\.[0-9]+$"},message:"must match pattern \""+"^[0-9]+\\.[0-9]+$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/target_api_version",schemaPath:"#/properties/target_api_version/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.name !== undefined){
let data3 = data.name;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.de === undefined){
const err12 = {instancePath:instancePath+"/name",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "de"},message:"must have required property '"+"de"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data3.en === undefined){
const err13 = {instancePath:instancePath+"/name",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "en"},message:"must have required property '"+"en"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
for(const key1 in data3){
if(!((key1 === "de") || (key1 === "en"))){
const err14 = {instancePath:instancePath+"/name",schemaPath:"#/$defs/texts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data3.de !== undefined){
let data4 = data3.de;
if(typeof data4 === "string"){
if(data4.length < 1){
const err15 = {instancePath:instancePath+"/name/de",schemaPath:"#/$defs/texts/properties/de/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/name/de",schemaPath:"#/$defs/texts/properties/de/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data3.en !== undefined){
let data5 = data3.en;
if(typeof data5 === "string"){
if(data5.length < 1){
const err17 = {instancePath:instancePath+"/name/en",schemaPath:"#/$defs/texts/properties/en/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/name/en",schemaPath:"#/$defs/texts/properties/en/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/name",schemaPath:"#/$defs/texts/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.description !== undefined){
let data6 = data.description;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.de === undefined){
const err20 = {instancePath:instancePath+"/description",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "de"},message:"must have required property '"+"de"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data6.en === undefined){
const err21 = {instancePath:instancePath+"/description",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "en"},message:"must have required property '"+"en"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
for(const key2 in data6){
if(!((key2 === "de") || (key2 === "en"))){
const err22 = {instancePath:instancePath+"/description",schemaPath:"#/$defs/texts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data6.de !== undefined){
let data7 = data6.de;
if(typeof data7 === "string"){
if(data7.length < 1){
const err23 = {instancePath:instancePath+"/description/de",schemaPath:"#/$defs/texts/properties/de/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/description/de",schemaPath:"#/$defs/texts/properties/de/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data6.en !== undefined){
let data8 = data6.en;
if(typeof data8 === "string"){
if(data8.length < 1){
const err25 = {instancePath:instancePath+"/description/en",schemaPath:"#/$defs/texts/properties/en/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/description/en",schemaPath:"#/$defs/texts/properties/en/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/description",schemaPath:"#/$defs/texts/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.author !== undefined){
let data9 = data.author;
if(typeof data9 === "string"){
if(data9.length > 255){
const err28 = {instancePath:instancePath+"/author",schemaPath:"#/properties/author/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data9.length < 1){
const err29 = {instancePath:instancePath+"/author",schemaPath:"#/properties/author/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/author",schemaPath:"#/properties/author/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.transaction !== undefined){
let data10 = data.transaction;
if(Array.isArray(data10)){
if(data10.length < 1){
const err31 = {instancePath:instancePath+"/transaction",schemaPath:"#/properties/transaction/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
if(!(validate21(data10[i0], {instancePath:instancePath+"/transaction/" + i0,parentData:data10,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err32 = {instancePath:instancePath+"/transaction",schemaPath:"#/properties/transaction/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.returning !== undefined){
let data12 = data.returning;
if(Array.isArray(data12)){
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.idx === undefined){
const err33 = {instancePath:instancePath+"/returning/" + i1,schemaPath:"#/properties/returning/items/required",keyword:"required",params:{missingProperty: "idx"},message:"must have required property '"+"idx"+"'"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data13.list_display_name === undefined){
const err34 = {instancePath:instancePath+"/returning/" + i1,schemaPath:"#/properties/returning/items/required",keyword:"required",params:{missingProperty: "list_display_name"},message:"must have required property '"+"list_display_name"+"'"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
for(const key3 in data13){
if(!((key3 === "idx") || (key3 === "list_display_name"))){
const err35 = {instancePath:instancePath+"/returning/" + i1,schemaPath:"#/properties/returning/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data13.idx !== undefined){
let data14 = data13.idx;
if(typeof data14 === "string"){
if(data14.length > 160){
const err36 = {instancePath:instancePath+"/returning/" + i1+"/idx",schemaPath:"#/$defs/idx/maxLength",keyword:"maxLength",params:{limit: 160},message:"must NOT have more than 160 characters"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data14.length < 1){
const err37 = {instancePath:instancePath+"/returning/" + i1+"/idx",schemaPath:"#/$defs/idx/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/returning/" + i1+"/idx",schemaPath:"#/$defs/idx/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data13.list_display_name !== undefined){
let data15 = data13.list_display_name;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.de === undefined){
const err39 = {instancePath:instancePath+"/returning/" + i1+"/list_display_name",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "de"},message:"must have required property '"+"de"+"'"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data15.en === undefined){
const err40 = {instancePath:instancePath+"/returning/" + i1+"/list_display_name",schemaPath:"#/$defs/texts/required",keyword:"required",params:{missingProperty: "en"},message:"must have required property '"+"en"+"'"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
for(const key4 in data15){
if(!((key4 === "de") || (key4 === "en"))){
const err41 = {instancePath:instancePath+"/returning/" + i1+"/list_display_name",schemaPath:"#/$defs/texts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data15.de !== undefined){
let data16 = data15.de;
if(typeof data16 === "string"){
if(data16.length < 1){
const err42 = {instancePath:instancePath+"/returning/" + i1+"/list_display_name/de",schemaPath:"#/$defs/texts/properties/de/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/returning/" + i1+"/list_display_name/de",schemaPath:"#/$defs/texts/properties/de/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data15.en !== undefined){
let data17 = data15.en;
if(typeof data17 === "string"){
if(data17.length < 1){
const err44 = {instancePath:instancePath+"/returning/" + i1+"/list_display_name/en",schemaPath:"#/$defs/texts/properties/en/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/returning/" + i1+"/list_display_name/en",schemaPath:"#/$defs/texts/properties/en/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
else {
const err46 = {instancePath:instancePath+"/returning/" + i1+"/list_display_name",schemaPath:"#/$defs/texts/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/returning/" + i1,schemaPath:"#/properties/returning/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/returning",schemaPath:"#/properties/returning/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.variables !== undefined){
let data18 = data.variables;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
for(const key5 in data18){
const _errs46 = errors;
const _errs47 = errors;
const _errs48 = errors;
if("term" !== key5){
const err49 = {};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
var valid14 = _errs48 === errors;
if(valid14){
const err50 = {instancePath:instancePath+"/variables",schemaPath:"#/properties/variables/propertyNames/not",keyword:"not",params:{},message:"must NOT be valid",propertyName:key5};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
else {
errors = _errs47;
if(vErrors !== null){
if(_errs47){
vErrors.length = _errs47;
}
else {
vErrors = null;
}
}
}
if(typeof key5 === "string"){
if(!pattern6.test(key5)){
const err51 = {instancePath:instancePath+"/variables",schemaPath:"#/properties/variables/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_]*$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_]*$"+"\"",propertyName:key5};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
var valid13 = _errs46 === errors;
if(!valid13){
const err52 = {instancePath:instancePath+"/variables",schemaPath:"#/properties/variables/propertyNames",keyword:"propertyNames",params:{propertyName: key5},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
for(const key6 in data18){
if(!(validate34(data18[key6], {instancePath:instancePath+"/variables/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data18,parentDataProperty:key6,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
}
}
else {
const err53 = {instancePath:instancePath+"/variables",schemaPath:"#/properties/variables/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
