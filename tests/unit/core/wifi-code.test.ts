import { describe, expect, it } from "vitest";
import { wifiCode } from "#core/tools/wifi-code";

describe("the text of a Wi-Fi QR code", () => {
  it("[MAC-02] holds network name and WPA2 key in the usual form", () => {
    expect(wifiCode("campus-iot", "aB3dE6gH9jK2mN5pQ8sT")).toBe(
      "WIFI:T:WPA;S:campus-iot;P:aB3dE6gH9jK2mN5pQ8sT;;",
    );
  });

  it("[MAC-02] escapes special characters in name and key", () => {
    expect(wifiCode(String.raw`a;b,c:d"e\f`, String.raw`1;2,3:4"5\6`)).toBe(
      String.raw`WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:1\;2\,3\:4\"5\\6;;`,
    );
  });

  it("[MAC-02] a name of hexadecimal digits is marked as text", () => {
    expect(wifiCode("CAFE", "12345678")).toBe('WIFI:T:WPA;S:"CAFE";P:12345678;;');
    expect(wifiCode("CAF", "12345678")).toBe("WIFI:T:WPA;S:CAF;P:12345678;;");
  });
});
