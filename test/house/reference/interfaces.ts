import ts from 'typescript';
import { program, ROOT } from '../public-program.ts';

/** A member of an interface, as a table of the reference shows it. */
export interface DocumentedMember {
  readonly name: string;
  readonly isOptional: boolean;
  /** As the source has it, without line breaks. */
  readonly type: string;
  /** Its words in one line, with what its tags say. */
  readonly text: string;
}

export interface DocumentedInterface {
  /** The words of the declaration itself. */
  readonly text: string;
  /** Inherited ones too. */
  readonly members: readonly DocumentedMember[];
}

const checker = program.getTypeChecker();

/** Names of the interfaces that a file exports, in its order. */
export function listInterfaces(path: string): readonly string[] {
  return declarationsOf(path).map(({ name }) => name.text);
}

function declarationsOf(path: string): readonly ts.InterfaceDeclaration[] {
  const { statements } = program.getSourceFile(ROOT + path) ?? {};
  return statements === undefined ? [] : [...statements].filter(ts.isInterfaceDeclaration);
}

function find(path: string, name: string): ts.InterfaceDeclaration {
  const declaration = declarationsOf(path).find((each) => each.name.text === name);
  if (declaration === undefined) throw new Error(`${path} has no interface ${name}`);
  return declaration;
}

/** Reads an interface of a file from its declaration and doc comments. */
export function readInterface(path: string, name: string): DocumentedInterface {
  const declaration = find(path, name);
  const type = checker.getTypeAtLocation(declaration);
  return {
    text: textOf(checker.getSymbolAtLocation(declaration.name)),
    members: inOrderOf(declaration, checker.getPropertiesOfType(type)).map(readMember),
  };
}

/** The words of a function that a file exports. */
export function readFunction(path: string, name: string): string {
  const { statements } = program.getSourceFile(ROOT + path) ?? {};
  const declared = statements?.find((each) => ts.isFunctionDeclaration(each) && each.name?.text === name);
  if (declared === undefined || !ts.isFunctionDeclaration(declared) || declared.name === undefined)
    throw new Error(`${path} has no function ${name}`);
  return textOf(checker.getSymbolAtLocation(declared.name));
}

/** Its own members first, each group as the source has them; the order of TypeScript depends on what it checked before. */
function inOrderOf(interfaced: ts.InterfaceDeclaration, members: readonly ts.Symbol[]): readonly ts.Symbol[] {
  const isInherited = ({ declarations }: ts.Symbol) => Number(declarations?.[0]?.parent !== interfaced);
  const placeOf = ({ declarations }: ts.Symbol) => declarations?.[0]?.pos ?? 0;
  return members.toSorted((one, other) => isInherited(one) - isInherited(other) || placeOf(one) - placeOf(other));
}

/** What a listener is given: the members of the first parameter of each member of an interface. */
export function readParameters(path: string, name: string): ReadonlyMap<string, readonly DocumentedMember[]> {
  const members = checker.getPropertiesOfType(checker.getTypeAtLocation(find(path, name)));
  return new Map(
    members.map((member) => {
      const parameter = checker.getTypeOfSymbol(member).getCallSignatures()[0]?.getParameters()[0];
      const given = parameter && checker.getTypeOfSymbol(parameter);
      return [member.name, given ? checker.getPropertiesOfType(given).map(readMember) : []];
    }),
  );
}

function readMember(symbol: ts.Symbol): DocumentedMember {
  const declaration = symbol.declarations?.[0];
  const isMethod = declaration && ts.isMethodSignature(declaration);
  const written = declaration && (ts.isPropertySignature(declaration) ? declaration.type : undefined);
  const type = isMethod
    ? declaration.getText()
    : (written?.getText() ?? checker.typeToString(checker.getTypeOfSymbol(symbol)));
  return {
    name: symbol.name,
    isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
    type: oneLine(type)
      .replaceAll('readonly ', '')
      .replaceAll(/\( | (?=\))/g, (space) => space.trim())
      .replace(',):', '):')
      .replace(/^\| /, '')
      .replace(/;$/, ''),
    text: textOf(symbol),
  };
}

function textOf(symbol: ts.Symbol | undefined): string {
  if (symbol === undefined) return '';
  const tags = symbol
    .getJsDocTags(checker)
    .map(({ name, text }) => `${TAGS[name] ?? name} ${sayTag(name, ts.displayPartsToString(text))}`);
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return [text, ...tags.map((tag) => tag.replace(/([^.])$/, '$1.'))]
    .map((part) =>
      oneLine(part)
        .replaceAll(/\{@link (\w+) ?\}/g, '`$1`')
        .trim(),
    )
    .join(' ')
    .trim();
}

function sayTag(name: string, text: string): string {
  if (name === 'param') return text.replace(/^([\w.]+) (?:- )?/, '`$1`: ');
  return name === 'throws' ? text.replace(/^\{(\w+)\} /, '`$1`: ') : text;
}

const TAGS: Readonly<Record<string, string>> = { returns: 'Returns', throws: 'Throws', param: 'Parameter' };

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** A text in a cell of a table. */
export function inCell(text: string): string {
  return text.replaceAll(/\\?\|/g, '\\|');
}

/** A piece of code in a cell of a table. */
export function codeInCell(code: string): string {
  const fence = code.includes('`') ? '``' : '`';
  return `${fence}${inCell(code)}${fence}`;
}
