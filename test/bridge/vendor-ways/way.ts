import { element, fileOf, VENDOR_NAMESPACES } from '../../support/bpmn-xml.ts';
import type { EngineVendor } from '../../support/inner/model.ts';
import type { VendorFile } from './vendor-run.ts';

/** A way in which something of a vendor is read, run to its end. */
export interface Way extends VendorFile {
  readonly title: string;
  readonly of: EngineVendor;
  /** Names as in `test/model/vendors/readings.ts`; none for what only BPMN's own elements say. */
  readonly reads: string;
}

/** One that is refused: it does not run. */
export interface Refusal extends Pick<Way, 'title' | 'of' | 'reads' | 'xml'> {
  readonly refusedBy: string;
}

/** A file of a vendor, whose names have the prefix `v`. */
export function drawFile(vendor: EngineVendor, content: string, roots = ''): string {
  const namespaces = { v: VENDOR_NAMESPACES[vendor], xsd: 'http://www.w3.org/2001/XMLSchema' };
  return fileOf(namespaces, element('process', { id: 'p', isExecutable: true }, content), roots);
}

/** A process that others call, as a root of the same file. */
export function drawCalled(content: string, attributes = ''): string {
  return `<process id="called" isExecutable="true" ${attributes}>${content}</process>`;
}

export const START = '<startEvent id="s"/>';
