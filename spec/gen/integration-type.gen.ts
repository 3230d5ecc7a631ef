// Generated from spec/integration-type.schema.json: change that, never this file.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Integration type
         * @description One file per integration type, named <TYPE>.yaml: the fields that its metadata has, the hosts that its connection test may call, the test itself, how to read the answer, and how sure we are of all that. The type's id is the file's name, without the extension: upper snake case.
         */
        IntegrationTypeFile: {
            /** @description What people call it. Shown in lists and forms. */
            name: string;
            /**
             * @description Where forms list it: contact center and customer experience, CRM and sales, AI agents, data and documents, or others.
             * @enum {unknown}
             */
            group: "contact_center" | "crm_sales" | "ai_agents" | "data_documents" | "other";
            /** @description One line below the name, where the name does not say enough. */
            description?: string;
            /** @description Where somebody makes the credentials: the page of the vendor for that, else its page that says how. Left out where no vendor issues any. */
            credentialsUrl?: string;
            /** @description The metadata of an integration of this type, in the order of the form. Every value is a string. */
            fields: components["schemas"]["field"][];
            /** @description The hosts that the connection test may call. Everything else is refused before a connection is made. */
            hosts: {
                /** @description Host names. A leading * stands for one or more labels, a * elsewhere for characters of one label, and * alone for any public host. */
                allow: string[];
                /** @description What a URL of this type's fields looks like where the list above cannot say it. */
                urlRegex?: components["schemas"]["regex"];
            };
            /** @description What {key.attribute} stands for in a template: maps.<key>.<value of the field>.<attribute>. */
            maps?: {
                [key: string]: {
                    [key: string]: {
                        [key: string]: string;
                    };
                };
            };
            test: components["schemas"]["test"];
            /** @description high: vendor documentation, a maintained connector or scanner that makes this very call, or two independent sources. medium: one source, or several excerpts that agree. low: assembled from parts, or our own design: verify before relying on it. For statuses, high only where a source tells them apart; else they carry their conventional HTTP meaning. */
            confidence: {
                fields: components["schemas"]["confidence"];
                endpoint: components["schemas"]["confidence"];
                statuses: components["schemas"]["confidence"];
                endpointNote?: components["schemas"]["text"];
            };
            /** @description Where this was read. vendor_doc: vendor documentation. connector: a maintained connector definition. scanner: a secret scanner that makes the call and reads the status. code_excerpt: public code whose repository was not recorded. page: a third party's page. own_design: ours. */
            sources: {
                /** @enum {unknown} */
                kind: "vendor_doc" | "connector" | "scanner" | "code_excerpt" | "page" | "own_design";
                ref: components["schemas"]["text"];
            }[];
            /** @description What the next person should know. */
            notes?: components["schemas"]["text"];
        };
        field: {
            /** @description Its name in metadata. */
            key: components["schemas"]["fieldKey"];
            /** @description Its name in forms and messages. */
            label: string;
            /** @description Whether every integration of this type must send it. */
            required: boolean;
            /** @description Encrypted at rest, never returned, and kept when an update leaves it out. */
            secret: boolean;
            /**
             * @description Whether it decides which host the credentials are sent to. An update that changes it must send the secrets again. Its pattern may not let in anything that ends a host name.
             * @constant
             */
            host?: true;
            /** @description Another field and the value of it that this field belongs to: required then, refused otherwise. */
            when?: {
                [key: string]: string;
            };
            /**
             * @description What kind of input a form shows. pem is text of several lines. uri is also checked: an absolute URL without user or password.
             * @enum {unknown}
             */
            format?: "uuid" | "email" | "uri" | "hostname" | "password" | "pem";
            /** @description What the value must match. Valid under the u flag and the v flag, as an HTML form compiles it. */
            pattern?: components["schemas"]["regex"];
            /** @description What a secret usually looks like. The vendor may change it, so a value that does not match is a warning, never refused. */
            shape?: components["schemas"]["regex"];
            /** @description The values to choose from. */
            enum?: string[];
            /** @description What forms call the values of enum that are codes. */
            enumLabels?: {
                [key: string]: string;
            };
            /** @description Values that are refused, whatever their case. */
            forbidden?: string[];
            /** @description In UTF-16 code units. Default: 256, for a secret 4096. */
            maxLength?: number;
            /** @description What a form starts with, and what an optional field counts as when it is left out. */
            default?: string;
            /** @description A value that is accepted. Not for secrets. */
            example?: string;
            /** @description One line below the input. */
            hint?: string;
        } & (unknown & unknown & unknown);
        /** @description The connection test: authenticate, send one request, classify the answer. In templates {key} is a field, {key?} an optional one (the header, parameter or body member is dropped when it is absent), {key.attribute} a lookup in maps, {token.attribute} a member of the token response, {service} our User-Agent. */
        test: {
            /** @description The right that the credentials need. */
            permission: components["schemas"]["text"];
            auth: components["schemas"]["auth"];
            request?: components["schemas"]["request"];
            /**
             * @description Obtaining the token is the whole test.
             * @constant
             */
            tokenOnly?: true;
            success: components["schemas"]["statusList"];
            /** @description What an answer with a success status must hold to count as one. */
            expect?: {
                jsonEquals?: {
                    [key: string]: string | number | boolean;
                };
                jsonPresent?: string[];
                bodyContains?: string;
                /** @description Default: unexpected_response. */
                else?: components["schemas"]["outcome"];
            };
            /** @description Statuses that mean something here, before the defaults of HTTP. SQLSTATEs for a driver. */
            statuses: {
                badCredentials: components["schemas"]["answerCodes"];
                missingPermission: components["schemas"]["answerCodes"];
                notFound: components["schemas"]["answerCodes"];
            };
            /** @description Read before the statuses, in order; the first that matches decides. */
            rules?: components["schemas"]["rule"][];
            /** @description A stronger request with a lower confidence. Never sent by default. */
            optionalDeepCheck?: components["schemas"]["request"];
        };
        request: {
            /** @enum {unknown} */
            method: "GET" | "POST" | "QUERY";
            url: string;
            headers?: components["schemas"]["headerFields"];
            body?: string | {
                [key: string]: string | number;
            };
            /** @enum {unknown} */
            bodyType?: "json" | "xml" | "sql";
        };
        rule: {
            /**
             * @description Which answer it reads: the token's or the test request's.
             * @enum {unknown}
             */
            stage: "token" | "test";
            status?: components["schemas"]["statusList"];
            /** @description Where the vendor's error code is; the first place that holds one counts. */
            codeFrom?: string[];
            codeIn?: string[];
            /** @description Any of these. */
            bodyContains?: string[];
            as: components["schemas"]["outcome"];
            /**
             * @description source: seen in a listed source. code_excerpt: seen in excerpts of public code. unverified: convention or recollection, not seen.
             * @enum {unknown}
             */
            basis: "source" | "code_excerpt" | "unverified";
            note?: components["schemas"]["text"];
        } & (unknown | unknown | unknown);
        /** @description How the test request proves the credentials. Each scheme is a definition of its name. */
        auth: {
            /** @enum {unknown} */
            scheme: "none" | "basic" | "bearer" | "header" | "headers" | "oauth2_client_credentials" | "oauth2_password" | "oauth2_refresh_token" | "oauth2_jwt_bearer_static" | "google_service_account" | "aws_sigv4" | "hmac_sha256" | "by_field" | "driver_postgresql";
        } & (components["schemas"]["none"] | components["schemas"]["basic"] | components["schemas"]["bearer"] | components["schemas"]["header"] | components["schemas"]["headers"] | components["schemas"]["oauth2_client_credentials"] | components["schemas"]["oauth2_password"] | components["schemas"]["oauth2_refresh_token"] | components["schemas"]["oauth2_jwt_bearer_static"] | components["schemas"]["google_service_account"] | components["schemas"]["aws_sigv4"] | components["schemas"]["hmac_sha256"] | components["schemas"]["by_field"] | components["schemas"]["driver_postgresql"]);
        /** @description The schemes that put the credentials into the test request as they are. */
        directAuth: {
            /** @enum {unknown} */
            scheme: "none" | "basic" | "bearer" | "header" | "headers";
        } & (components["schemas"]["none"] | components["schemas"]["basic"] | components["schemas"]["bearer"] | components["schemas"]["header"] | components["schemas"]["headers"]);
        /** @description The schemes that a field may choose: direct ones, and those of an OAuth 2 client. */
        caseAuth: {
            /** @enum {unknown} */
            scheme: "none" | "basic" | "bearer" | "header" | "headers" | "oauth2_client_credentials" | "oauth2_password";
        } & (components["schemas"]["none"] | components["schemas"]["basic"] | components["schemas"]["bearer"] | components["schemas"]["header"] | components["schemas"]["headers"] | components["schemas"]["oauth2_client_credentials"] | components["schemas"]["oauth2_password"]);
        none: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "none";
        };
        basic: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "basic";
            username: string;
            password: string;
            advice?: components["schemas"]["advice"];
        };
        bearer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "bearer";
            token: string;
        };
        header: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "header";
            name: string;
            value: string;
        };
        headers: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "headers";
            headers: components["schemas"]["headerFields"];
        };
        oauth2_client_credentials: {
            /** @constant */
            scheme: "oauth2_client_credentials";
        } & (components["schemas"]["oauth2Client"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "oauth2_client_credentials";
        });
        oauth2_password: {
            /** @constant */
            scheme: "oauth2_password";
            username: string;
            password: string;
        } & (components["schemas"]["oauth2Client"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "oauth2_password";
        });
        oauth2_refresh_token: {
            /** @constant */
            scheme: "oauth2_refresh_token";
            refreshToken: string;
        } & (components["schemas"]["oauth2Client"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "oauth2_refresh_token";
        });
        oauth2_jwt_bearer_static: {
            /** @constant */
            scheme: "oauth2_jwt_bearer_static";
            assertion: string;
            grantType: string;
        } & (components["schemas"]["oauth2Client"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "oauth2_jwt_bearer_static";
        });
        oauth2Client: {
            tokenUrl: components["schemas"]["tokenUrl"];
            /**
             * @description How the client proves itself: HTTP Basic, Basic over percent-encoded parts, or parameters in the body.
             * @enum {unknown}
             */
            clientAuth: "basic" | "basic_urlencoded" | "body";
            clientId: string;
            clientSecret: string;
            scope?: string;
            extraParams?: {
                [key: string]: string;
            };
            /** @description Members of the token response that the test request may use. */
            exposes?: string[];
            /** @description The header of the test request that has the token. Default: authorization. */
            header?: string;
            /** @description The value of that header. Default: Bearer {token}. */
            headerFormat?: string;
            advice?: components["schemas"]["advice"];
        };
        google_service_account: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "google_service_account";
            tokenUrl: components["schemas"]["tokenUrl"];
            issuer: string;
            privateKey: string;
            /** @constant */
            alg: "RS256";
            scope: string;
            subject?: string;
        };
        aws_sigv4: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "aws_sigv4";
            service: string;
            region: string;
            accessKeyId: string;
            secretAccessKey: string;
            sessionToken?: string;
        };
        hmac_sha256: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "hmac_sha256";
            secret: string;
            signatureHeader: string;
            timestampHeader: string;
        };
        by_field: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "by_field";
            /** @description The field whose value picks the case. */
            field: components["schemas"]["fieldKey"];
            cases: {
                [key: string]: components["schemas"]["caseAuth"];
            };
        };
        driver_postgresql: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            scheme: "driver_postgresql";
            host: string;
            port: string;
            database: string;
            user: string;
            password: string;
            ssl: string;
        };
        tokenUrl: string;
        /** @description What people are told beside the fields to check when the vendor refuses the credentials. Default: the scheme's. */
        advice: string;
        headerFields: {
            [key: string]: string;
        };
        /**
         * @description ok: passed. bad_credentials: the vendor refused the credentials. missing_permission: credentials accepted, right, scope or role missing. not_found: the host, account, instance, bucket or project does not exist for these credentials. invalid_configuration: other metadata is wrong. clock_skew: the timestamp of our signature was refused. rate_limited, vendor_unavailable, timeout, network_error: prove nothing about the credentials. blocked_host: our own guard refused the address. unexpected_response: a redirect, not JSON, or not what was expected.
         * @enum {unknown}
         */
        outcome: "ok" | "bad_credentials" | "missing_permission" | "not_found" | "invalid_configuration" | "clock_skew" | "rate_limited" | "vendor_unavailable" | "timeout" | "network_error" | "blocked_host" | "unexpected_response";
        fieldKey: string;
        /** @enum {unknown} */
        confidence: "high" | "medium" | "low";
        statusList: number[];
        answerCodes: (number | string)[];
        regex: string;
        text: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
