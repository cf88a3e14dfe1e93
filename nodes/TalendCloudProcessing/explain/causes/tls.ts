/**
 * TLS: tried before the permissions, because some of its exceptions are called "authentication".
 */
import type { Recognized } from './recognized';
import { JAVA } from './sources';

export const TLS: readonly Recognized[] = [
	{
		cause: 'network',
		what: 'TLS: a certificate or a handshake',
		source: JAVA,
		phrases: [
			'SSLHandshakeException',
			'SSLPeerUnverifiedException',
			'SSLProtocolException',
			'SSLException',
			'CertificateException',
			'CertificateExpiredException',
			'CertificateNotYetValidException',
			'CertPathBuilderException',
			'validator.ValidatorException',
			'pkix path',
			'unable to find valid certification path',
			'certificate <has expired|expired|is not yet valid|is not trusted|verify failed>',
			'self … signed certificate',
			'no subject alternative',
			'handshake failure',
			'received fatal alert',
			'<ssl|tls|terminated the> handshake',
			'protocol_version',
			'<tlsv1|sslv3> alert',
			'could not establish a secure connection',
			'SslAuthenticationException',
			'not accepted by client preferences',
			'no appropriate protocol',
			'server chose tlsv…',
			'unrecognized ssl message',
			'unexpected eof while reading',
			'certificate_unknown',
			'bad_certificate',
			'unknown_ca',
			'unable to get local issuer certificate',
			'hostname … not verified',
			'does not match the certificate subject',
		],
	},
];
