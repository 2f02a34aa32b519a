/** Bytes in base64 with a newline after every sixty letters, as GitHub sends them; clients that forget it must notice here. */
export function base64Lines(content: Buffer): string {
  return content.toString('base64').replace(/.{1,60}/g, '$&\n');
}
