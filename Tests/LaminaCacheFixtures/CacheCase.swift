import Foundation

/// One case of an HTTP cache as data: requests over one URL, what the server answers and what must come of it. The
/// form is described in `Tests/LaminaLoadingTests/Fixtures/http-cache/NOTICE`.
struct CacheCase: Decodable, Sendable {
    enum Kind: String, Decodable, Sendable {
        case required, optimal, check
    }

    struct File: Decodable {
        let source: String
        let cases: [CacheCase]
    }

    let id: String
    let kind: Kind
    let exchanges: [Exchange]
    let browsersOnly: Bool?
    let notRunInBrowsers: Bool?

    struct Exchange: Decodable, Sendable {
        let request: Request
        let server: Server
        let expect: Expectation
        let preparation: Bool?
        let preparationChecks: [String]?
        let bodyNotCompared: Bool?
        let thenWaitS: Int?
    }

    struct Request: Decodable, Sendable {
        let method: String?
        let headers: [Field]?
        let pathSuffix: String?
        let query: String?
        let ifModifiedSinceFromPreviousResponse: Bool?
    }

    struct Server: Decodable, Sendable {
        let status: Int?
        let headers: [Field]?
        let body: String?
        let disconnect: Bool?
        let pauseS: Int?
        let locationsRelativeToTestUrl: Bool?
        let rfc850Dates: [String]?
        let notCompared: [String]?
    }

    struct Expectation: Decodable, Sendable {
        enum Answer: String, Decodable, Sendable {
            case fromCache = "from_cache"
            case fromServer = "from_server"
            case validatedByEtag = "validated_by_etag"
            case validatedByDate = "validated_by_date"

            var isValidated: Bool { self == .validatedByEtag || self == .validatedByDate }
        }

        /// `status: null` lets any status pass.
        enum Status: Sendable {
            case any
            case exactly(Int)
        }

        let answer: Answer?
        let status: Status?
        let body: String?
        let headers: [Field]?
        let headersAbsent: [Field]?
        let serverSawHeaders: [Field]?
        let serverSawNoHeaders: [Field]?
        let serverSawMethod: String?

        private enum CodingKeys: CodingKey {
            case answer, status, body, headers, headersAbsent, serverSawHeaders, serverSawNoHeaders, serverSawMethod
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            answer = try values.decodeIfPresent(Answer.self, forKey: .answer)
            if values.contains(.status) {
                status = try values.decodeIfPresent(Int.self, forKey: .status).map(Status.exactly) ?? .any
            } else {
                status = nil
            }
            body = try values.decodeIfPresent(String.self, forKey: .body)
            headers = try values.decodeIfPresent([Field].self, forKey: .headers)
            headersAbsent = try values.decodeIfPresent([Field].self, forKey: .headersAbsent)
            serverSawHeaders = try values.decodeIfPresent([Field].self, forKey: .serverSawHeaders)
            serverSawNoHeaders = try values.decodeIfPresent([Field].self, forKey: .serverSawNoHeaders)
            serverSawMethod = try values.decodeIfPresent(String.self, forKey: .serverSawMethod)
        }
    }

    /// A field: its name, mostly with a value. A number is a date so many seconds from now; between an operator, `=` or
    /// `>`, and the name stands what it is compared with.
    struct Field: Decodable, Sendable {
        enum Value: Sendable {
            case none
            case text(String)
            case number(Int)
            case equalTo(String)
            case largerThan(Int)
        }

        let name: String
        let value: Value

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                self.name = name
                value = .none
                return
            }
            var list = try decoder.unkeyedContainer()
            name = try list.decode(String.self)
            if let number = try? list.decode(Int.self) {
                value = .number(number)
                return
            }
            let text = try list.decode(String.self)
            if list.isAtEnd {
                value = .text(text)
            } else if text == ">" {
                value = .largerThan(try list.decode(Int.self))
            } else {
                value = .equalTo(try list.decode(String.self))
            }
        }
    }

    static func cases(in file: URL) throws -> [CacheCase] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(File.self, from: Data(contentsOf: file)).cases
    }
}
