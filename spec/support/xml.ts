import { expect } from 'chai';

/** Checks an XML document: declaration, balanced tags, escaped texts and valid characters. */
export const expectXml = (text: string): void => {
  expect(text).to.match(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n</);
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [tag, slash, name = '', , end] of text.matchAll(/<(\/?)([a-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/gi)) {
    if (end === '/') continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) wrong.push(tag);
  }
  expect([...wrong, ...open]).to.deep.equal([]);
  const texts = text.replace(/^<\?xml[^>]*>/, '').replace(/<\/?[a-z][^<>]*>/gi, '');
  expect(texts).to.not.match(/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/);
  expect(text).to.not.match(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
};
