/** Takes a word off the start of a stream; whether it came tells whether the one who says it was there. */
export function afterWord(word: string, hear: (chunk: Uint8Array) => void) {
  let left = Buffer.byteLength(word);
  return {
    hear: (chunk: Uint8Array) => {
      const taken = Math.min(left, chunk.length);
      left -= taken;
      if (chunk.length > taken) hear(taken === 0 ? chunk : chunk.subarray(taken));
    },
    came: () => left === 0,
  };
}
