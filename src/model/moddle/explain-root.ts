/** What a file is that has another root element, by its namespace or its name. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\/DMN\//i, 'a DMN file, whose decisions a business rule task calls'],
  [/\/CMMN\//i, 'a CMMN file, which holds cases and no processes'],
  [/wfmc\.org|XPDL/i, 'an XPDL file; export it as BPMN 2.0'],
  [/jpdl/i, 'a jPDL file; draw it as BPMN 2.0'],
  [/schema\.omg\.org|BPMN\/1/i, 'a file of an older BPMN; save it in a modeler for BPMN 2.0'],
  [/^html$/i, 'a web page'],
];

export const BPMN_NAMESPACE = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

/** Says of a file that is no BPMN 2.0 what it is instead, or what its root element lacks. */
export function explainRoot(xml: string): string {
  const [, prefix = '', name = '', attributes = ''] =
    /<(?:([\w.-]+):)?([A-Za-z_][\w.-]*)([^<>]*)>/.exec(xml.replace(/<!--[\s\S]*?-->/g, '')) ?? [];
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  const namespace = new RegExp(`(?:^|\\s)${declaration}\\s*=\\s*["']([^"']*)`).exec(attributes)?.[1];
  const kind = KINDS.find(([pattern]) => pattern.test(namespace ?? '') || pattern.test(name))?.[1];
  if (kind !== undefined) return `it is ${kind}`;
  if (name === '') return 'it holds no element';
  if (name !== 'definitions') return `its root element is <${name}>, not <definitions> of BPMN 2.0`;
  const given = namespace === undefined ? 'no namespace' : `the namespace ${namespace}`;
  return `its <definitions> have ${given}; write ${declaration}="${BPMN_NAMESPACE}"`;
}
