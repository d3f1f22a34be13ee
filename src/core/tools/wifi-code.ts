/** Contents of a Wi-Fi QR code: network and WPA key in the format of phone cameras (MAC-02). */
export function wifiCode(network: string, key: string): string {
  return `WIFI:T:WPA;S:${networkName(network)};P:${escaped(key)};;`;
}

/** A name of hex digits only would be read as bytes, so it is quoted. */
function networkName(name: string): string {
  return /^(?:[0-9a-f]{2})+$/i.test(name) ? `"${name}"` : escaped(name);
}

function escaped(text: string): string {
  return text.replace(/[\\;,:"]/g, "\\$&");
}
