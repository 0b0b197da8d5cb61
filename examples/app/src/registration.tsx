import type { ErrorLike } from '@apollo/client';
import { useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useFocus } from './focus.js';
import { store, stored, useKept } from './kept.js';
import {
  FormDocument,
  RegisterDocument,
  type AddAttendeesInput,
  type EventFragment,
  type FormQuery,
  type RegisterMutation,
} from './operations.generated.js';
import { PhotoField } from './photo-field.js';
import { Problem, QueryResult } from './query-result.js';

type Field = NonNullable<NonNullable<FormQuery['activity']>['formFields']>[number];
type UserError = NonNullable<RegisterMutation['addAttendees']>['userErrors'][number];
type Values = Readonly<Record<string, string>>;

interface RegistrationProps {
  readonly event: EventFragment;
  /** The number of the token. The form cannot change it: people register themselves. */
  readonly mobile: string;
  /** Reads the person's record again. If there is one, the badge replaces this component. */
  readonly readViewer: () => void;
}

export function Registration(props: RegistrationProps) {
  const result = useQuery(FormDocument, { variables: { activityId: props.event.id }, errorPolicy: 'all' });
  return (
    <QueryResult {...result}>
      {({ activity }) =>
        activity?.formFields && (
          <section aria-label="Registration">
            <h2>Register</h2>
            <Submission {...props} fields={activity.formFields} />
          </section>
        )
      }
    </QueryResult>
  );
}

/**
 * Sends a registration so that it happens once, also if a reply is lost. Its input with its idempotency key is stored before it is sent,
 * and until its outcome is known. Until then nothing else can be sent but the same again, also after the page was loaded again.
 */
function Submission({ event, mobile, readViewer, fields }: RegistrationProps & { readonly fields: readonly Field[] }) {
  const name = nameOf(event, mobile);
  // With errors, there may be data too: what was registered counts, even if the record cannot be read at this moment.
  const [register, { loading, error }] = useMutation(RegisterDocument, { errorPolicy: 'all' });
  const [pending, setPending] = useState(() => stored(sessionStorage, name) as AddAttendeesInput | undefined);
  const [problems, setProblems] = useState<readonly UserError[]>([]);
  const [signCode, setSignCode] = useKept<string | undefined>(`sign code ${name}`, () => undefined);

  const remember = (input: AddAttendeesInput | undefined) => {
    store(sessionStorage, name, input);
    setPending(input);
  };

  const submit = async (input: AddAttendeesInput) => {
    try {
      const { data, error: failure } = await register({ variables: { input: { ...input, validateOnly: true } } });
      const checked = data?.addAttendees;
      setProblems(checked?.userErrors ?? []);
      // A person who has registered in another tab or device meanwhile gets the badge: the cache has received it.
      const mayRegister = !failure && checked?.userErrors.length === 0 && !checked.activity?.viewer;
      if (mayRegister) await sendOnce({ ...input, idempotencyKey: crypto.randomUUID() });
    } catch {
      // The hook reports the error. Nothing was sent to be registered.
    }
  };
  const sendOnce = async (input: AddAttendeesInput) => {
    remember(input);
    try {
      const payload = (await register({ variables: { input } })).data?.addAttendees;
      if (payload) {
        // The outcome is known: the person is registered, or nobody is.
        remember(undefined);
        setProblems(payload.userErrors);
        setSignCode(payload.registrations?.[0]?.signCode);
        return;
      }
    } catch {
      // The hook reports the error. Whether the person is registered is what the next read tells.
    }
    readViewer();
  };

  if (signCode !== undefined) {
    return (
      <p className="card good" role="status">
        Registered. The check-in code is <strong>{signCode}</strong>. <button onClick={readViewer}>Show the badge</button>
      </p>
    );
  }

  if (pending) return <Pending loading={loading} error={error} onSend={() => void sendOnce(pending)} />;
  return (
    <>
      <p>This number is not registered yet.</p>
      {error && <Problem error={error} />}
      <Form
        name={name}
        mobile={mobile}
        fields={fields}
        problems={problems}
        loading={loading}
        onSubmit={(values) => void submit(inputOf(event.id, values))}
      />
    </>
  );
}

/** What an earlier submission is stored by. */
const nameOf = ({ id }: EventFragment, mobile: string): string => `registration ${id} ${mobile}`;

/** Forgets an earlier submission, whose outcome is the record of the person. */
export const forgetRegistration = (event: EventFragment, mobile: string): void => store(sessionStorage, nameOf(event, mobile), undefined);

interface PendingProps {
  readonly loading: boolean;
  readonly error: ErrorLike | undefined;
  readonly onSend: () => void;
}

function Pending({ loading, error, onSend }: PendingProps) {
  const element = useFocus<HTMLDivElement>();
  return (
    <div ref={element} className="card" tabIndex={-1}>
      {error && <Problem error={error} />}
      <p role={loading ? 'status' : 'alert'}>
        {loading
          ? 'Your registration is being sent…'
          : 'It is not known whether your registration has arrived. Send it again: you will not be registered twice.'}
      </p>
      <button className="main" disabled={loading} onClick={onSend}>
        Send it again
      </button>
    </div>
  );
}

interface FormProps {
  /** What its values are kept by. */
  readonly name: string;
  readonly mobile: string;
  readonly fields: readonly Field[];
  readonly problems: readonly UserError[];
  readonly loading: boolean;
  readonly onSubmit: (values: Values) => void;
}

function Form({ name: keptBy, mobile, fields, problems, loading, onSubmit }: FormProps) {
  const [values, setValues] = useKept<Values>(keptBy, () =>
    Object.fromEntries(fields.map(({ name, defaultValue }) => [name, name === 'mobile' ? mobile : (defaultValue ?? '')])),
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problems.length > 0) (form.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? form.current)?.focus();
  }, [problems]);

  const byField = Map.groupBy(problems, ({ field }) => fields.find(({ name }) => name === field?.at(-1))?.name);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit(values);
  };
  return (
    <form ref={form} tabIndex={-1} onSubmit={submit} noValidate>
      <div role="alert" className="bad">
        {problems.length > 0 && <p>You are not registered yet. Please correct this:</p>}
        {byField.get(undefined)?.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          problem={byField.get(field.name)?.map(inOwnWords)[0]}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <button className="main" disabled={loading}>
        Register
      </button>
    </form>
  );
}

/** Problems in the words of this app. The graph has words for all of them. */
const words: Partial<Record<NonNullable<UserError['rule']>, string>> = {
  REQUIRED: 'Please fill this in.',
  EMAIL: 'Please enter an e-mail address, such as name@example.com.',
  DATE: 'Please enter a date.',
};
const inOwnWords = ({ rule, message }: UserError): string => (rule && words[rule]) ?? message;

interface FormFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function FormField({ field: { name, label, kind, required, options, placeholder }, value, problem, onChange }: FormFieldProps) {
  const heading = required ? `${label} *` : label;
  if (kind === 'AVATAR') {
    return (
      <div>
        <label htmlFor={name}>{heading}</label>
        <PhotoField id={name} required={required} value={value} invalid={problem !== undefined} onChange={onChange} />
        <div id={`${name}-problem`} className="bad">
          {problem}
        </div>
      </div>
    );
  }
  const common = {
    id: name,
    required,
    value,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${name}-problem`,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  };
  return (
    <div>
      <label htmlFor={name}>{heading}</label>
      {options ? (
        <select {...common}>
          <option value="">{placeholder ?? 'Please choose'}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input {...common} placeholder={placeholder ?? undefined} type={typeOf(name, kind)} readOnly={name === 'mobile'} />
      )}
      <div id={`${name}-problem`} className="bad">
        {problem}
      </div>
    </div>
  );
}

function typeOf(name: string, kind: Field['kind']): string {
  if (name === 'mobile') return 'tel';
  return kind === 'DATE' ? 'date' : 'text';
}

/** The mutation's input. Name and mobile are members of their own; every other form answer is sent with its field's key. */
function inputOf(activityId: string, { name = '', mobile = '', ...others }: Values): AddAttendeesInput {
  const fields = Object.entries(others).map(([key, value]) => ({ name: key, value }));
  return { activityId, contact: { name, mobile }, attendees: [{ name, mobile, fields }] };
}
