import { describe, expect, test } from 'vitest';
import { signButton, verifyButton } from '../../src/callback/addresses.ts';
import { Secret } from '../../src/secret.ts';

const secret = new Secret('a signing secret of 32 bytes....');
const address = { appId: 'leave-app', taskId: '4f3c.1', actionKey: 'approve' };

describe('the signature of a button', () => {
  test('is what `openssl dgst -sha256 -hmac` makes of ["button","leave-app","4f3c.1","approve"]', () => {
    expect(signButton(secret, address)).toBe('i38IQm8aIIG18tjaDaOsiueGcEUBcJLUGvRlDI5xbjc');
  });

  test('is another one when the border between two parts moves', () => {
    const moved = { appId: 'leave-app', taskId: '4f3c.1a', actionKey: 'pprove' };
    const quoted = { appId: 'leave-app', taskId: '4f3c.1","approve', actionKey: '' };
    const all = [address, moved, quoted].map((parts) => signButton(secret, parts));
    expect(new Set(all).size).toBe(3);
  });

  test('is not accepted with two bits changed that base64url does not decode', () => {
    const signature = signButton(secret, address);
    const sameBytes = `${signature.slice(0, -1)}d`;
    expect(Buffer.from(sameBytes, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
    expect(verifyButton([{ id: 'k1', secret }], { ...address, keyId: 'k1', signature }, address.appId)).toBe(true);
    expect(verifyButton([{ id: 'k1', secret }], { ...address, keyId: 'k1', signature: sameBytes }, address.appId)).toBe(
      false,
    );
  });

  test('is not accepted under the id of another key', () => {
    const keys = [
      { id: 'k1', secret },
      { id: 'k2', secret: new Secret('another secret, of another 32 bytes') },
    ];
    expect(verifyButton(keys, { ...address, keyId: 'k2', signature: signButton(secret, address) }, address.appId)).toBe(
      false,
    );
    expect(verifyButton(keys, { ...address, keyId: 'k3', signature: signButton(secret, address) }, address.appId)).toBe(
      false,
    );
  });
});
