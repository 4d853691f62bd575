import { expect } from 'chai';
import { createApplicationPassword, digestPassword, matchesDigest } from '../../lib/access/credentials';

const PASSWORD = 'abcd EFGH 1234 ijkl MNOP 5678';

describe('application passwords', () => {
  it('are 24 random letters and digits', () => {
    const made = Array.from({ length: 200 }, createApplicationPassword);
    for (const password of made) expect(password).to.match(/^[A-Za-z0-9]{24}$/);
    expect(new Set(made).size).to.equal(made.length);
    // 200 passwords of 24 characters contain each of the 62 possible characters, almost certainly.
    expect(new Set(made.join('')).size).to.equal(62);
  });

  it('are stored as a digest', () => {
    const password = createApplicationPassword();
    const digest = digestPassword(password);
    expect(digest).to.match(/^[0-9a-f]{64}$/);
    expect(digest).to.not.include(password);
    // The service hashes with one fast digest: 142 random bits cannot be guessed, and every request pays for the hash.
    expect(digestPassword('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  const DIGEST = digestPassword(PASSWORD);
  const SENT: readonly (readonly [what: string, password: string, matches: boolean])[] = [
    ['as it was given', PASSWORD, true],
    ['without its blanks', 'abcdEFGH1234ijklMNOP5678', true],
    ['with other blanks', '  ab cdEFGH\t1234ijkl\nMNOP\u00a05678 ', true],
    ['in another case', PASSWORD.toLowerCase(), false],
    ['cut short', 'abcdEFGH1234ijklMNOP567', false],
    ['with more behind it', `${PASSWORD}9`, false],
    ['as its digest', DIGEST, false],
    ['empty', '', false],
    ['as blanks', '   ', false],
    ['very long', 'a'.repeat(100_000), false],
    ['in another script', 'пароль', false],
  ];
  for (const [what, password, matches] of SENT) {
    it(`${matches ? 'match' : 'do not match'} ${what}`, () => {
      expect(matchesDigest(password, DIGEST)).to.equal(matches);
    });
  }

  it('match no malformed digest', () => {
    for (const digest of ['', 'zz', DIGEST.slice(2), `${DIGEST}00`]) expect(matchesDigest(PASSWORD, digest), digest).to.equal(false);
    expect(matchesDigest('', '')).to.equal(false);
  });
});
