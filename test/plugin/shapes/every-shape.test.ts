import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The shapes that were studied on the engine: each is played under its name here, or refused at deploy. */
const STUDIED = `
  a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a13b a13c a14 a15 a16 a17 a18 a18b a19 a20 a21 a21b
  b1 b2 b3 b4 b5 b6 b7 b7b b8 b9 b10 b11 b12 b12b b13 b14 b14b b15 b16 b17 b18 b19 b20 b21 b22 b23 b24 b25 b26 b27
  b28 b29
  c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c18 c18b c19
  d1 d2 d3 d4 d5 d6 d7 d8 d9 d10 d11
  e1 e2 e3 e4 e5 e6 e6b e7 e8 e8b e8c e9 e9b e9c e9d e9e e9f e10 e11 e12 e13 e14 e15 e16
  f1 f2 f2b f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f14 f15 f16 f17 f18
  g1 g2 g3 g4 g5 g5b g6 g7 g7b g9 g10 g11 g12 g13 g14 g15 g16 g17 g18
  h1 h2 h3 h3b h4 h5 h6 h7 h8 h9 h10
  i1 i2 i3 i4 i5 i6 i7 i8 i9 i10 i11 i12 i13 i14
  j1 j2 j3 j4 j5 j6 j6b j7 j8
  k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14 k15
  l1 l2 l3 l4 l5 l6 l7 l8 l9
`;

test('every studied shape has a test of its name', () => {
  const named = new Set(readTitles().flatMap((title) => title.match(/[a-z]+\d+[a-z]?/g) ?? []));
  const studied = STUDIED.split(/\s+/).filter((name) => name !== '');
  expect(studied.filter((name) => !named.has(name))).toEqual([]);
});

/** What titles begin with, `b1` or `k1, k13`; in tables of tests the first cell. */
function readTitles(): readonly string[] {
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.test.ts'));
  return files.flatMap((name) => {
    const source = readFileSync(new URL(name, import.meta.url), 'utf8').replace(/^\s*\/\/.*$/gm, '');
    const titles = source.matchAll(/(?:\btest\(|\)\(|^\s*\[)\s*['"`]((?:[a-z]+\d+[a-z]?(?:, )?)+)(?=['` :])/gm);
    return [...titles].map(([, names = '']) => names);
  });
}
