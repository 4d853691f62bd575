import { expect } from 'chai';
import { readCredentials } from '../../lib/access/credentials';

const basic = (text: string | Buffer, scheme = 'Basic') => `${scheme} ${Buffer.from(text).toString('base64')}`;

describe('credentials in Authorization: Basic', () => {
  const READ: readonly (readonly [what: string, header: string, login: string, password: string])[] = [
    ['login and password', basic('ann:secret'), 'ann', 'secret'],
    ['a password with colons', basic('ann:a:b:c'), 'ann', 'a:b:c'],
    ['a password with blanks', basic('ann:abcd EFGH 1234'), 'ann', 'abcd EFGH 1234'],
    ['an empty password', basic('ann:'), 'ann', ''],
    ['an e-mail address', basic('ann@example.org:secret'), 'ann@example.org', 'secret'],
    ['letters beyond ASCII, as UTF-8', basic('zoé:été'), 'zoé', 'été'],
    ['the scheme in any case', basic('ann:secret', 'bASIC'), 'ann', 'secret'],
    ['several blanks after the scheme', `Basic   ${Buffer.from('ann:secret').toString('base64')} `, 'ann', 'secret'],
    ['base64 without padding', basic('ann:secret').replace(/=+$/, ''), 'ann', 'secret'],
    ['base64 as in addresses', `Basic ${Buffer.from('ann:???>>>').toString('base64url')}`, 'ann', '???>>>'],
  ];
  for (const [what, header, login, password] of READ) {
    it(`reads ${what}`, () => {
      expect(readCredentials(header)).to.deep.equal({ login, password });
    });
  }

  const ANONYMOUS: readonly (readonly [what: string, header: string | undefined])[] = [
    ['no header', undefined],
    ['an empty header', ''],
    ['the scheme alone', 'Basic'],
    ['the scheme and a blank', 'Basic '],
    ['garbage', 'Basic !!!'],
    ['no colon', basic('ann')],
    ['no login', basic(':secret')],
    ['two tokens', `${basic('ann:secret')} more`],
    ['no blank after the scheme', basic('ann:secret').replace(' ', '')],
    ['another scheme', basic('ann:secret', 'Bearer')],
    ['a token', 'Bearer x'],
    ['bytes that are no text', basic(Buffer.from([0xff, 0xfe]))],
  ];
  for (const [what, header] of ANONYMOUS) {
    it(`refuses ${what} without asking the database`, () => {
      expect(readCredentials(header)).to.equal(undefined);
    });
  }
});
