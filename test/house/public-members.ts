import ts from 'typescript';
import { program, ROOT } from './public-program.ts';

/** A member of a public declaration, or the declaration itself. */
export interface PublicMember {
  /** `file:line name`. */
  readonly place: string;
  readonly isDocumented: boolean;
}

/**
 * Everything of ours that can be reached from what a module exports: through members, parameters, results, unions and
 * type arguments, as an editor resolves them.
 */
export function listPublicMembers(entry: string): PublicMember[] {
  return new PublicWalk().list(ROOT + entry);
}

class PublicWalk {
  readonly #checker = program.getTypeChecker();
  readonly #seen = new Set<ts.Type>();
  readonly #found = new Map<string, PublicMember>();

  list(entry: string): PublicMember[] {
    const checker = this.#checker;
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    for (const exported of module ? checker.getExportsOfModule(module) : []) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      this.#note(symbol);
      if (symbol.flags & ts.SymbolFlags.Type) this.#visit(checker.getDeclaredTypeOfSymbol(symbol));
      // What a constant holds says itself what it is.
      if (symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Class)) this.#visit(checker.getTypeOfSymbol(symbol));
    }
    return [...this.#found.values()].toSorted((one, other) => (one.place < other.place ? -1 : 1));
  }

  #visit(type: ts.Type): void {
    if (this.#seen.has(type)) return;
    this.#seen.add(type);
    const checker = this.#checker;
    if (type.isUnionOrIntersection()) for (const part of type.types) this.#visit(part);
    for (const argument of type.aliasTypeArguments ?? []) this.#visit(argument);
    if (isReference(type)) for (const argument of checker.getTypeArguments(type)) this.#visit(argument);
    for (const { type: held } of checker.getIndexInfosOfType(type)) this.#visit(held);
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      if (signature.declaration && !isOurs(signature.declaration)) continue;
      for (const parameter of signature.getParameters()) this.#visit(checker.getTypeOfSymbol(parameter));
      this.#visit(signature.getReturnType());
    }
    for (const member of checker.getPropertiesOfType(type)) {
      if (!this.#note(member)) continue;
      this.#visit(checker.getTypeOfSymbol(member));
    }
  }

  /** @returns false where it is declared by somebody else */
  #note(symbol: ts.Symbol): boolean {
    const declaration = symbol.declarations?.find(isOurs);
    if (!declaration) return false;
    const file = declaration.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(declaration.getStart()).line + 1;
    const place = `${file.fileName.slice(ROOT.length)}:${line} ${symbol.name}`;
    const isDocumented = this.#isDocumented(symbol) || this.#isPartOfDocumented(declaration);
    // One that is reached in several ways is documented where any of them shows it.
    this.#found.set(place, { place, isDocumented: isDocumented || this.#found.get(place)?.isDocumented === true });
    return true;
  }

  #isDocumented(symbol: ts.Symbol): boolean {
    return symbol.getDocumentationComment(this.#checker).length > 0 || symbol.getJsDocTags(this.#checker).length > 0;
  }

  /** Of a type without a name that is written where it is used, the words on what it is written for are enough. */
  #isPartOfDocumented(declaration: ts.Declaration): boolean {
    if (!ts.isTypeLiteralNode(declaration.parent)) return false;
    for (let node: ts.Node = declaration.parent; !ts.isSourceFile(node); node = node.parent) {
      if (ts.isTypeElement(node) && node !== declaration && node.name) {
        const holder = this.#checker.getSymbolAtLocation(node.name);
        if (holder) return this.#isDocumented(holder) || this.#isPartOfDocumented(node);
      }
      if (ts.isTypeAliasDeclaration(node) || ts.isFunctionDeclaration(node)) {
        const holder = node.name && this.#checker.getSymbolAtLocation(node.name);
        return holder !== undefined && this.#isDocumented(holder);
      }
    }
    return false;
  }
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return (type.flags & ts.TypeFlags.Object) !== 0 && 'target' in type;
}

function isOurs(declaration: ts.Declaration): boolean {
  return declaration.getSourceFile().fileName.startsWith(`${ROOT}src/`);
}
