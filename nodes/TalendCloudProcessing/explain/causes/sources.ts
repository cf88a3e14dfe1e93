/** Where the wordings and codes are described, or were published. */
export const TALEND = 'Talend: OpenAPI files (misfiredExecutionReason) and help pages';
export const ORACLE = 'Oracle Database Error Messages';
export const SQLSTATES =
	'ISO/IEC 9075 and the PostgreSQL, Db2 and Teradata tables of SQLSTATE classes';

export const MYSQL = 'MySQL Server Error Message Reference';
export const MSSQL = 'SQL Server, Database Engine events and errors';
export const POSTGRES = 'PostgreSQL and its translations';
export const SNOWFLAKE = 'Snowflake JDBC driver and its published issues';
export const HANA = 'SAP HANA SQL error codes';
export const TERADATA = 'Teradata Database Messages';
export const JAVA = 'Java platform: exceptions and their messages';
export const SYSTEM = 'Linux and Windows, in the languages of their users';
export const HTTP = 'RFC 9110';
export const SALESFORCE = 'Salesforce SOAP API: ExceptionCode and StatusCode';
export const CLOUDS = 'Error codes of Amazon S3, Azure Storage and Google Cloud';
export const FILES = 'FTP (RFC 959), and the SSH libraries of Java';
export const KAFKA = 'Apache Kafka: org.apache.kafka.common.errors';
export const SPARK = 'Apache Spark, Hive and Hadoop';
export const STORES = 'MongoDB, Elasticsearch, Cassandra: their drivers';
export const DIRECTORIES =
	'LDAP (RFC 4511), Kerberos (RFC 4120), SMTP (RFC 4954), IBM MQ reason codes';

export const SAP = 'SAP Java Connector and its published issues';
export const STUDIO = 'Code that Talend Studio generates, and forum threads';
