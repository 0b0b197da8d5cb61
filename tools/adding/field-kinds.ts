/* What the service can send for a field, by the type that the field has in the graph. docs/adding/field.md lists further kinds. */

/** A record of the sandbox: the code of its number, of a time of the event in Unix seconds, and a label of the field. */
export interface NumberedRecord {
  readonly number: string;
  readonly time: string;
  readonly label: string;
}

export interface FieldKind {
  /** How the view decodes the member with a key. */
  readonly decoder: (key: string) => string;
  /** The functions of `endpoint/decoding/decode.ts` that the decoder names. */
  readonly decodes?: string;
  /** The type in the record. */
  readonly type: string;
  /** The type in `@Field`, and the module that has it unless it is built in. */
  readonly graphqlType: string;
  readonly module?: string;
  /** The JSON type that the interface states, and the meaning that it adds. */
  readonly wire: string;
  readonly remark?: string;
  /** A value that the service sends, and what the graph has then, as code; and those of no value, if it differs. */
  readonly sent: string;
  readonly read: string;
  readonly noValue?: readonly [sent: string, read: string];
  /** What the sandbox sends for a record that has a value, as code: records differ by it. */
  readonly varied: (record: NumberedRecord) => string;
  /** What the description says of no value. */
  readonly noValueText?: string;
}

const scalars = '../scalars.js';
const typeGraphql = 'type-graphql';

export const fieldKinds: Readonly<Record<string, FieldKind>> = {
  String: {
    decoder: (key) => `field.optionalString('${key}')`,
    type: 'string | null',
    graphqlType: 'String',
    wire: 'string',
    remark: 'empty: none',
    sent: `'Example'`,
    read: `'Example'`,
    noValue: [`''`, 'null'],
    varied: ({ label, number }) => `\`${label} \${${number}}\``,
    noValueText: 'null if empty',
  },
  'String!': {
    decoder: (key) => `field.string('${key}')`,
    type: 'string',
    graphqlType: 'String',
    wire: 'string',
    sent: `'Example'`,
    read: `'Example'`,
    varied: ({ label, number }) => `\`${label} \${${number}}\``,
    noValueText: 'empty if the service has none',
  },
  Int: {
    decoder: (key) => `field.optionalInt('${key}')`,
    type: 'number | null',
    graphqlType: 'Int',
    module: typeGraphql,
    wire: 'integer',
    remark: 'empty: none',
    sent: '7',
    read: '7',
    noValue: [`''`, 'null'],
    varied: ({ number }) => `${number} % 100`,
    noValueText: 'null if empty',
  },
  'Int!': {
    decoder: (key) => `field.int('${key}')`,
    type: 'number',
    graphqlType: 'Int',
    module: typeGraphql,
    wire: 'integer',
    sent: '7',
    read: '7',
    varied: ({ number }) => `${number} % 100`,
  },
  'Boolean!': {
    decoder: (key) => `field.flag('${key}')`,
    type: 'boolean',
    graphqlType: 'Boolean',
    wire: 'integer',
    remark: '`0` for no',
    sent: '1',
    read: 'true',
    noValue: ['0', 'false'],
    varied: () => '1',
  },
  DateTime: {
    decoder: (key) => `field.instant('${key}')`,
    type: 'Date | null',
    graphqlType: 'DateTimeScalar',
    module: scalars,
    wire: 'integer',
    remark: 'Unix seconds; `0` for none',
    sent: '1_775_000_000',
    read: `'2026-03-31T23:33:20Z'`,
    noValue: ['0', 'null'],
    varied: ({ number, time }) => `${time} + (${number} % 100) * 3600`,
    noValueText: 'null if the service has none',
  },
  Decimal: {
    decoder: (key) => `field.of('${key}', decimal)`,
    decodes: 'decimal',
    type: 'string | null',
    graphqlType: 'DecimalScalar',
    module: scalars,
    wire: 'string',
    remark: 'decimal number; empty: none',
    sent: `'12.50'`,
    read: `'12.50'`,
    noValue: [`''`, 'null'],
    varied: ({ number }) => `\`\${${number} % 100}.50\``,
    noValueText: 'null if empty',
  },
  'Decimal!': {
    decoder: (key) => `field.of('${key}', requiredDecimal)`,
    decodes: 'requiredDecimal',
    type: 'string',
    graphqlType: 'DecimalScalar',
    module: scalars,
    wire: 'string',
    remark: 'decimal number',
    sent: `'12.50'`,
    read: `'12.50'`,
    varied: ({ number }) => `\`\${${number} % 100}.50\``,
  },
  ID: {
    decoder: (key) => `field.of('${key}', textUnlessZero)`,
    decodes: 'textUnlessZero',
    type: 'string | null',
    graphqlType: 'ID',
    module: typeGraphql,
    wire: 'integer',
    remark: '`0` for none',
    sent: '7',
    read: `'7'`,
    noValue: ['0', 'null'],
    varied: ({ number }) => `${number} % 100`,
    noValueText: 'null if the service has none',
  },
};
