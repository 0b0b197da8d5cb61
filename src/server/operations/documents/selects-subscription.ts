import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import type { Caller } from '../../../model/caller.js';
import type { RequestParameters } from '../parameters.js';
import type { RequestedDocuments } from './requested-documents.js';

/** Whether a request selects a subscription. False for a document that is refused or cannot be parsed: its errors are those of an operation. */
export type SelectsSubscription = (parameters: RequestParameters, caller: Caller) => boolean;

export function createSelectsSubscription(documents: RequestedDocuments, maxLexicalTokens: number): SelectsSubscription {
  return (parameters, caller) => {
    try {
      const { text, trusted } = documents.find(parameters, caller);
      // Most documents are not parsed here.
      if (!text?.includes(OperationTypeNode.SUBSCRIPTION)) return false;
      const document = trusted?.document ?? parse(text, { maxLexicalTokens, noLocation: true });
      return getOperationAST(document, parameters.operationName)?.operation === OperationTypeNode.SUBSCRIPTION;
    } catch {
      return false;
    }
  };
}
