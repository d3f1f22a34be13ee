// The package has no types, and programs that only import this file need our declaration.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./tr46.d.ts" />
import tr46 from "tr46";

/** ASCII form of a label by UTS 46, as in browsers; null if there is none. */
export function toAscii(label: string): string | null {
  return tr46.toASCII(label, {
    checkBidi: true,
    checkHyphens: false,
    checkJoiners: true,
    useSTD3ASCIIRules: false,
    verifyDNSLength: false,
    transitionalProcessing: false,
  });
}
