/** Follows the text in the output of the program that extracts texts. UTF-8 never has this byte. */
const TEXT_END = 0xff;

/** What a caller learns about a text, without any of its words. It is JSON. */
export interface ExtractionReport {
  pagesReadByOcr: number;
}

/** Returns what follows the text in the output of the program. */
export const encodeReport = (report: ExtractionReport): Buffer =>
  Buffer.concat([Buffer.of(TEXT_END), Buffer.from(JSON.stringify(report))]);

/**
 * Yields the text in the output of the program, in UTF-8.
 *
 * @param onReport called after the whole text
 */
export async function* splitExtractedText(
  output: AsyncIterable<Buffer>,
  onReport: (report: ExtractionReport) => void,
): AsyncGenerator<Buffer> {
  const report: Buffer[] = [];
  for await (const piece of output) {
    const end = report.length > 0 ? 0 : piece.indexOf(TEXT_END);
    if (end !== 0) yield end < 0 ? piece : piece.subarray(0, end);
    if (end >= 0) report.push(piece.subarray(end));
  }
  onReport(JSON.parse(Buffer.concat(report).toString('utf8', 1)) as ExtractionReport);
}
