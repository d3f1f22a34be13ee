import { describe, expect, it } from "vitest";
import { deviceOf, networkOf, visitOf } from "../../../server/http/visit.ts";

describe("[TOK-11] where a token was used last", () => {
  it.each([
    ["192.0.2.77", "network", "192.0.2.0/24"],
    ["::ffff:192.0.2.77", "network", "192.0.2.0/24"],
    ["2001:db8:47:11::5", "network", "2001:db8:47::/48"],
    ["fe80::1%eth0", "network", "fe80::/48"],
    ["192.0.2.77", "whole", "192.0.2.77/32"],
    ["2001:db8:47:11::5", "whole", "2001:db8:47:11::5/128"],
    ["192.0.2.77", "none", null],
    ["", "network", null],
    ["unix:", "network", null],
  ] as const)("%s, kept as %s: %s", (ip, keptAddress, network) => {
    expect(networkOf(ip, { keptAddress })).toBe(network);
  });

  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36",
      "Chrome, Windows",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0",
      "Edge, Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
      "Safari, macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/139.0 Mobile/15E148 Safari/604.1",
      "Chrome, iOS",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
      "Samsung Internet, Android",
    ],
    ["curl/8.14.1", "curl"],
    ["python-requests/2.32.4", "python-requests"],
    ["<script>alert(1)</script>", null],
    ["\u202emoc.live", null],
    ["", null],
    [undefined, null],
  ])("%s is shown as %s", (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });

  it("any header becomes at most a few plain words", () => {
    const { device } = visitOf(
      { ip: "192.0.2.1", headers: { "user-agent": `a${"x.".repeat(5_000)}` } },
      { keptAddress: "none" },
    );
    expect(device?.length).toBeLessThanOrEqual(40);
  });
});
