import { useEffect, useState, type ReactNode } from "react";
import { toString } from "qrcode";
import "./feedback.css";

interface QrCodeProps {
  readonly text: string;
  /** Text alternative of the picture. */
  readonly label: string;
  /** Shown if the text is too long for a code. */
  readonly failed: string;
}

/** A text as a QR code, dark on white in every theme, because cameras need it. */
export function QrCode({ text, label, failed }: QrCodeProps): ReactNode {
  const [svg, setSvg] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isOpen = true;
    toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 4 }).then(
      (drawn) => isOpen && setSvg(drawn),
      () => isOpen && setFailed(true),
    );
    return () => {
      isOpen = false;
    };
  }, [text]);
  if (isFailed) return <p role="alert">{failed}</p>;
  return (
    <div className="qr-code">
      {svg !== null && <img src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`} alt={label} />}
    </div>
  );
}
