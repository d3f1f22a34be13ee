/** What a Wi-Fi QR code says: network and WPA key in the form that cameras of phones understand (MAC-02). */
export function wifiCode(network: string, key: string): string {
  return `WIFI:T:WPA;S:${networkName(network)};P:${escaped(key)};;`;
}

/** A name of hexadecimal digits alone would be taken for bytes; quotation marks tell that it is text. */
function networkName(name: string): string {
  return /^(?:[0-9a-f]{2})+$/i.test(name) ? `"${name}"` : escaped(name);
}

function escaped(text: string): string {
  return text.replace(/[\\;,:"]/g, "\\$&");
}
