import { scanXml } from './read-xml';
import { isDateFormat } from './sheet-text';

/** Returns, for each cell format of a workbook's part of styles, whether it shows numbers as dates (ECMA-376, 18.8). */
export async function dateStylesOf(styles: AsyncIterable<string>): Promise<boolean[]> {
  const codes = new Map<number, string>();
  const dateStyles: boolean[] = [];
  let inCellFormats = false;
  await scanXml(styles, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      if (name === 'cellXfs') inCellFormats = true;
      if (name === 'xf' && inCellFormats)
        dateStyles.push(isDateFormat(Number(numFmtId), codes.get(Number(numFmtId))));
      return undefined;
    },
    close: (name) => {
      if (name === 'cellXfs') inCellFormats = false;
      return undefined;
    },
  });
  return dateStyles;
}
