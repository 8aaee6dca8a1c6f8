import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { pageWith, type PageSettings } from './page';

const PAGE = '<!doctype html><html><head><title>console</title></head><body></body></html>';
const settings = fc.record<PageSettings>({
  admin: fc.string(),
  ai: fc.string(),
  idm: fc.string(),
  publicBaseUrl: fc.string({ unit: fc.constantFrom('"', "'", '<', '>', '&', '$', '/', 'a', '`', '\n') }),
  singleSignOn: fc.boolean(),
  passwordLogin: fc.boolean(),
  version: fc.string(),
});

it('gets its settings without executing or embedding their content [PRIV-50]', () => {
  fc.assert(
    fc.property(settings, (given) => {
      const head = headOf(parse(pageWith(PAGE, given)));
      expect(head.map(({ nodeName }) => nodeName)).toEqual(['title', 'meta']);
      const content = head[1]!.attrs.find(({ name }) => name === 'content')!.value;
      expect(JSON.parse(content)).toEqual(given);
    }),
  );
});

function headOf(document: DefaultTreeAdapterTypes.Document): DefaultTreeAdapterTypes.Element[] {
  const html = document.childNodes.find(
    ({ nodeName }) => nodeName === 'html',
  ) as DefaultTreeAdapterTypes.Element;
  const head = html.childNodes[0] as DefaultTreeAdapterTypes.Element;
  return head.childNodes as DefaultTreeAdapterTypes.Element[];
}
