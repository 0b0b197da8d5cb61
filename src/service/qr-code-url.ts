/** Returns a function from a check-in code to the address of its QR image, which the service serves below its base address (§2.2). */
export function qrCodeUrlsBelow(baseUrl: string): (signCode: string) => string {
  const prefix = `${baseUrl.replace(/\/+$/, '')}/qrcode?content=`;
  return (signCode) => prefix + encodeURIComponent(signCode.toWellFormed());
}
