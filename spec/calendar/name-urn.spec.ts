import { expect } from 'chai';
import { nameUrn } from '../../lib/calendar/name-urn';

describe('nameUrn', () => {
  it('is the UUID of version 5 of a name', () => {
    // The example of RFC 9562, appendix A.4.
    expect(nameUrn('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).to.equal('urn:uuid:2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });
});
